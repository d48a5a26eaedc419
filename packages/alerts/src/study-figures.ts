import { SNAPSHOT_RESOLUTIONS } from '@moneytrail/contract';
import {
  type Columns,
  type OutputDefinition,
  offeredTechnicalStudies,
  sliceColumns,
  type TechnicalStudy,
  valueAt,
} from '@moneytrail/indicators';
import { barsForStudy, inputsOf, type Market, studyProblem, studyValues } from './studies.ts';

/** A study of the field with default inputs, and those of its outputs that have a number at every bar. */
export type FigureStudy = {
  readonly study: TechnicalStudy;
  readonly outputs: readonly OutputDefinition[];
};

/** Points that bars confirm later, and the places of such points, have no number at most bars. */
function hasNumber(output: OutputDefinition, { outputs }: TechnicalStudy): boolean {
  const { shape = 'line' } = output;
  const isPoint = shape === 'peaks' || shape === 'troughs' || shape === 'legs';
  const isPlace = outputs.some(
    ({ legs }) => legs?.back === output.key || legs?.tipBack === output.key,
  );
  return !isPoint && !isPlace;
}

let known: { of: readonly TechnicalStudy[]; figures: ReadonlyMap<string, FigureStudy> } | undefined;

/**
 * The offered studies with a number at the last closed bar, by id, in the order of the catalogue: those that alerts can
 * watch, without volume profiles.
 */
export function figureStudies(): ReadonlyMap<string, FigureStudy> {
  const of = offeredTechnicalStudies();
  if (known?.of === of) return known.figures;
  const figures = new Map<string, FigureStudy>();
  for (const study of of) {
    const isWatched = SNAPSHOT_RESOLUTIONS.every(
      (resolution) => studyProblem(study.id, {}, { resolution, isIndex: false }) === null,
    );
    const outputs = study.outputs.filter((output) => hasNumber(output, study));
    if (isWatched && !study.profile && outputs.length > 0)
      figures.set(study.id, { study, outputs });
  }
  known = { of, figures };
  return figures;
}

/** The name of an output among figures: `macd-signal`. */
export const figureName = (study: string, output: string): `${string}-${string}` =>
  `${study}-${output}`;

/** The study and the output that a figure names; undefined if there is none, or the studies are not offered yet. */
export function findStudyFigure(
  name: string,
): { study: TechnicalStudy; output: OutputDefinition } | undefined {
  const [id = '', key] = name.split('-');
  const found = figureStudies().get(id);
  const output = found?.outputs.find((one) => one.key === key);
  return found && output && { study: found.study, output };
}

/** The closed bars from which some studies are the same as from all bars. */
export function barsForFigures(studies: readonly string[], { resolution }: Market): number {
  return Math.max(0, ...studies.map((id) => barsForStudy(id, {}, resolution)));
}

/**
 * The values of a study at the last of some closed bars, in the order of its `outputs`; NaN if undefined. They depend on the
 * newest bars that the study needs alone, so that any longer series has the same.
 */
export function figuresAt(
  { study, outputs }: FigureStudy,
  columns: Columns,
  market: Market,
): number[] {
  const first = Math.max(0, columns.length - barsForStudy(study.id, {}, market.resolution));
  const newest = sliceColumns(columns, first, columns.length);
  const values = studyValues(newest, market);
  const inputs = inputsOf(study.id, {});
  return outputs.map(({ key }) => valueAt(values.output(study.id, key, inputs), newest.length - 1));
}
