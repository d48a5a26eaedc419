import {
  findStudy,
  type InputValues,
  instrumentSource,
  STUDIES,
  type StudyDefinition,
  soundStudyInputs,
  studySource,
} from '@moneytrail/indicators';
import type { PaneId } from '../chart-events.ts';
import type { ChartStudy, OutputStyle } from '../chart-look.ts';
import { paneOf, studyNumber } from './study-places.ts';

/** The studies of a new chart: every study of the house once. */
export const USUAL_STUDIES: readonly ChartStudy[] = STUDIES.map(({ id }) => ({
  key: id,
  id,
  inputs: {},
  isVisible: true,
}));

/**
 * A study with the user's styles instead of the catalogue's. A channel is filled in the colour of its upper edge, and only
 * while both edges are visible.
 */
export function styledStudy<Definition extends StudyDefinition>(
  definition: Definition,
  styles: Readonly<Record<string, OutputStyle>> = {},
): Definition {
  const outputs = definition.outputs.map((output) => {
    const { colour, widthPx, dash, isVisible, opacity } = styles[output.key] ?? {};
    return {
      ...output,
      colour: colour ?? output.colour,
      line: {
        widthPx: widthPx ?? output.line.widthPx,
        dash: dash ?? output.line.dash,
        opacity: opacity ?? output.line.opacity,
      },
      isDrawn: output.isDrawn && isVisible !== false,
    };
  });
  const fills = definition.fills.flatMap((fill) => {
    const upper = outputs.find(({ key }) => key === fill.upper);
    const lower = outputs.find(({ key }) => key === fill.lower);
    const isBounded = fill.lower === 'zero' || lower?.isDrawn;
    const opacity = styles[fill.upper]?.fillOpacity ?? fill.opacity;
    if (!upper?.isDrawn || !isBounded || opacity === 0) return [];
    return [{ ...fill, colour: upper.colour, opacity }];
  });
  return { ...definition, outputs, fills };
}

/** Adds a study's number to all its names: `Tightness 2`. */
function numberedStudy(definition: StudyDefinition, number: number): StudyDefinition {
  if (number === 1) return definition;
  return {
    ...definition,
    name: `${definition.name} ${number}`,
    shortName: `${definition.shortName} ${number}`,
    outputs: definition.outputs.map((output) => ({
      ...output,
      label: `${output.label} ${number}`,
      ...(output.tag !== undefined && { tag: `${output.tag} ${number}` }),
    })),
  };
}

/** The definition of a study with its name and styles on the chart; undefined for one that is unknown or not loaded. */
export function placedStudy({
  id,
  key,
  styles,
}: Pick<ChartStudy, 'id' | 'key' | 'styles'>): StudyDefinition | undefined {
  const definition = findStudy(id);
  return definition && numberedStudy(styledStudy(definition, styles), studyNumber(key));
}

/** Names the bars between a line and its values: legend, table and exports have the values at their own bars. */
function withDisplacements(definition: StudyDefinition, given: InputValues): StudyDefinition {
  const inputs = soundStudyInputs(definition, given);
  const outputs = definition.outputs.map((output) => {
    const bars = output.displacement?.(inputs) ?? 0;
    if (bars === 0) return output;
    const where = `drawn ${Math.abs(bars)} bars ${bars > 0 ? 'later' : 'earlier'}`;
    return { ...output, label: `${output.label}, ${where}` };
  });
  return { ...definition, outputs };
}

export type StudyPlace = {
  definition: StudyDefinition;
  pane: PaneId;
  /** The compared instrument that it is computed from, through other studies too; null for that of the chart. */
  instrument: string | null;
};

/**
 * The definition and the pane of a study of the chart; undefined for one that is unknown or not loaded. One over the
 * prices that is computed from another study stands with that one instead, in its units.
 */
export function studyPlace(
  study: ChartStudy,
  studies: readonly ChartStudy[],
  above: readonly string[] = [],
): StudyPlace | undefined {
  const placed = placedStudy(study);
  if (!placed) return undefined;
  const definition = withDisplacements(placed, study.inputs);
  const symbol = instrumentSource(study.inputs.source)?.symbol ?? null;
  const own = { definition, pane: paneOf(study), instrument: symbol };
  const source = studySource(study.inputs.source);
  const read = source && studies.find(({ key }) => key === source.key);
  if (!read || above.includes(study.key)) return own;
  const place = studyPlace(read, studies, [...above, study.key]);
  const output = place?.definition.outputs.find(({ key }) => key === source.output);
  if (!place || !output) return own;
  const { instrument } = place;
  if (definition.pane !== 'main') return { ...own, instrument };
  const { pane, axis } = place.definition;
  const outputs = definition.outputs.map((one) =>
    one.format === 'price' ? { ...one, format: output.format } : one,
  );
  return { pane: place.pane, definition: { ...definition, pane, axis, outputs }, instrument };
}
