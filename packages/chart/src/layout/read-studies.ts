import {
  DEFAULT_INPUTS,
  PRICE_SOURCES,
  STUDIES,
  type StudyDefinition,
  type StudyInputs,
} from '@moneytrail/indicators';
import { type ChartStudy, LINE_DASHES, type OutputStyle } from '../chart-look.ts';
import { STUDY_COLOURS } from '../chart-theme.ts';
import { isKeyOf, MOST_STUDIES, mayStandIn } from '../studies/study-places.ts';
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

function readStudy(
  definition: StudyDefinition,
  stored: Record<string, unknown>,
  key: string,
): ChartStudy {
  const { id } = definition;
  const styles = record(stored.styles);
  const read = definition.outputs
    .map(({ key: output }) => [output, readStyle(styles[output])] as const)
    .filter(([, style]) => Object.keys(style).length > 0);
  return {
    key,
    id,
    inputs: readInputs(stored.inputs),
    isVisible: stored.isVisible !== false,
    ...(mayStandIn(id, stored.pane) && { pane: stored.pane }),
    ...(read.length > 0 && { styles: Object.fromEntries(read) }),
  };
}

/** Stored studies in their order; of those with one key the first. */
export function readStudies(stored: unknown): ChartStudy[] {
  const studies = new Map<string, ChartStudy>();
  for (const fields of list(stored).map(record)) {
    const definition = STUDIES.find(({ id }) => id === fields.id);
    const { key } = fields;
    if (!definition || !isKeyOf(definition.id, key) || studies.has(key)) continue;
    if (studies.size < MOST_STUDIES) studies.set(key, readStudy(definition, fields, key));
  }
  return [...studies.values()];
}
