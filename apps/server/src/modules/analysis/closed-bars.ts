import { nextBarTime, type Resolution, resolutionMs } from '@moneytrail/calendar';
import { type BarColumns, positionOf, type ReadOptions, sliceColumns } from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import { firstUnsettledBar, type MarkBars } from './marks/compute-marks.ts';
import { missingOlderBars, type NewestBars, newestBars } from './newest-bars.ts';

/** Bars that the calendar expects and that are missing between neighbours, before spans across them are left out. */
const MOST_MISSING = 10;

/** The indices of bars before which more bars are missing than a quiet market leaves out. */
export function holesIn(
  { hours }: Pick<Instrument, 'hours'>,
  resolution: Resolution,
  columns: BarColumns,
): number[] {
  const holes: number[] = [];
  const shortMs = (MOST_MISSING + 1) * resolutionMs(resolution);
  for (let index = 1; index < columns.length; index += 1) {
    const [before = 0, time = 0] = [columns.time[index - 1], columns.time[index]];
    if (time - before <= shortMs) continue;
    let expected = before;
    for (let step = 0; step <= MOST_MISSING && expected < time; step += 1) {
      expected = nextBarTime(hours, resolution, expected);
    }
    if (expected < time) holes.push(index);
  }
  return holes;
}

/** Those of the newest bars that are closed, settled and final. */
export function closedOf(
  { hours }: Pick<Instrument, 'hours'>,
  resolution: Resolution,
  read: Pick<NewestBars, 'columns' | 'wholeUntilMs'>,
  nowMs: number,
): BarColumns {
  const closedToMs = Math.min(read.wholeUntilMs, firstUnsettledBar(hours, resolution, nowMs));
  return sliceColumns(read.columns, 0, positionOf(read.columns, closedToMs));
}

/** The warning of a read whose bars are not all that exist. */
export function warningOfRead(
  instrument: Instrument,
  { warning, isWhole }: Pick<NewestBars, 'warning' | 'isWhole'>,
): string | null {
  return warning ?? (isWhole ? null : missingOlderBars(instrument));
}

/** The newest closed bars of an instrument; the forming one is neither read nor asked for. */
export async function readClosedBars(
  bars: MarkBars,
  wanted: { instrument: Instrument; resolution: Resolution; count: number; nowMs: number },
  options?: ReadOptions,
): Promise<{ columns: BarColumns; holes: number[]; warning: string | null }> {
  const { instrument, resolution, count, nowMs } = wanted;
  const untilMs = firstUnsettledBar(instrument.hours, resolution, nowMs);
  const read = await newestBars(bars, { instrument, resolution, count, untilMs }, options);
  const columns = closedOf(instrument, resolution, read, nowMs);
  const holes = holesIn(instrument, resolution, columns);
  return { columns, holes, warning: warningOfRead(instrument, read) };
}
