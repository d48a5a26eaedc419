import '../../offered-studies.ts';
import { barsForFigures, figureStudies, figuresAt } from '@moneytrail/alerts';
import { AppError } from '@moneytrail/contract';
import { inSlices } from '../../in-slices.ts';
import { STORED_BARS_ONLY, sliceColumns } from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { closedCount, type NewestBars, newestBars } from './newest-bars.ts';
import type { ReadSummaryDeps, SummaryRequest } from './summary.ts';

/** Values of studies at the last closed bar. */
export type StudyValuesAtBar = {
  /** The start of the bar. */
  time: number;
  close: number;
  /** The values of the studies in their order, and of each in the order of its outputs; NaN if undefined. */
  values: Float64Array;
};

/** Computes one study after another, between which the thread serves others. */
function* valuesOf(
  studies: readonly string[],
  columns: Parameters<typeof figuresAt>[1],
  market: { hours: Instrument['hours']; resolution: SummaryRequest['resolution'] },
): Generator<void, Float64Array> {
  const values: number[] = [];
  for (const id of studies) {
    const study = figureStudies().get(id);
    if (study) values.push(...figuresAt(study, columns, market));
    yield;
  }
  return Float64Array.from(values);
}

/**
 * The values of studies with default inputs at the last closed bar, from stored bars as the summary reads them; null while
 * there is none. Every study is in the catalogue.
 */
export async function readStudyFigures(
  deps: Pick<ReadSummaryDeps, 'bars' | 'clock'>,
  { instrument, resolution }: Omit<SummaryRequest, 'inputs'>,
  studies: readonly string[],
): Promise<StudyValuesAtBar | null> {
  const { hours } = instrument;
  const market = { hours, resolution };
  const nowMs = deps.clock.now();
  // Two more than needed: the last one may have just closed, and the next one be forming.
  const count = barsForFigures(studies, market) + 2;
  const read = await readStored(deps, { instrument, resolution, count });
  const closed = read ? closedCount(hours, resolution, read, nowMs) : 0;
  if (!read || closed === 0) return null;
  const columns = sliceColumns(read.columns, 0, closed);
  const values = await inSlices(valuesOf(studies, columns, market), undefined);
  const last = closed - 1;
  return { time: Number(columns.time[last]), close: Number(columns.close[last]), values };
}

/** Null while no bars are stored. */
async function readStored(
  { bars }: Pick<ReadSummaryDeps, 'bars'>,
  wanted: Parameters<typeof newestBars>[1],
): Promise<NewestBars | null> {
  try {
    return await newestBars(bars, wanted, STORED_BARS_ONLY);
  } catch (error) {
    if (error instanceof AppError && error.code === 'FEED_UNAVAILABLE') return null;
    throw error;
  }
}
