import {
  DEFAULT_INPUTS,
  PRICE_SOURCES,
  STUDIES,
  type StudyDefinition,
  type StudyInputs,
} from '@moneytrail/indicators';
import { type ChartStudy, LINE_DASHES, type OutputStyle } from '../chart-look.ts';
import { STUDY_COLOURS } from '../chart-theme.ts';
import { isBetween, list, record } from './fields.ts';

/** In the order of the defaults, so that equal inputs are written alike. */
function readInputs(stored: unknown): Partial<StudyInputs> {
  const fields = record(stored);
  const known = Object.entries(DEFAULT_INPUTS).flatMap(([name, usual]) => {
    const value = fields[name];
    if (name === 'source') return PRICE_SOURCES.some((one) => one === value) ? [[name, value]] : [];
    return typeof value === typeof usual ? [[name, value]] : [];
  });
  return Object.fromEntries(known);
}

function readStyle(stored: unknown): OutputStyle {
  const { colour, widthPx, dash, isVisible, opacity, fillOpacity } = record(stored);
  const knownColour = STUDY_COLOURS.find((one) => one === colour);
  const knownDash = LINE_DASHES.find((one) => one === dash);
  return {
    ...(knownColour && { colour: knownColour }),
    ...(isBetween(widthPx, 0.5, 8) && { widthPx }),
    ...(knownDash && { dash: knownDash }),
    ...(isVisible === false && { isVisible }),
    ...(isBetween(opacity, 0.05, 1) && { opacity }),
    ...(isBetween(fillOpacity, 0, 1) && { fillOpacity }),
  };
}

function readStudy(definition: StudyDefinition, stored: Record<string, unknown>): ChartStudy {
  const styles = record(stored.styles);
  const read = definition.outputs
    .map(({ key }) => [key, readStyle(styles[key])] as const)
    .filter(([, style]) => Object.keys(style).length > 0);
  return {
    id: definition.id,
    inputs: readInputs(stored.inputs),
    isVisible: stored.isVisible !== false,
    ...(read.length > 0 && { styles: Object.fromEntries(read) }),
  };
}

/** Stored studies in the order of the catalogue, each once. */
export function readStudies(stored: unknown): ChartStudy[] {
  const studies = list(stored).map(record);
  return STUDIES.flatMap((definition) => {
    const study = studies.find(({ id }) => id === definition.id);
    return study ? [readStudy(definition, study)] : [];
  });
}
