import { columnsFrom, computeMarks, type StudyInputs } from '@moneytrail/indicators';
import type { ReplaySeries } from './replay-series.ts';

/** No signal looks back further, with any inputs. */
const LOOK_BACK_BARS = 256;

/**
 * The moment at which the next signal after a moment becomes known: the close of its bar. Null where there is none until
 * now. It is computed by the formula of the chart's marks, from bars up to its own.
 */
export async function nextSignalMs(
  series: ReplaySeries,
  inputs: StudyInputs,
  momentMs: number,
  signal: AbortSignal,
): Promise<number | null> {
  let afterMs = momentMs;
  while ((await series.next(afterMs, signal)) !== null) {
    const { bars } = series.row();
    const firstNew = bars.findIndex((bar) => series.closesAt(bar) > afterMs);
    const start = Math.max(0, firstNew - LOOK_BACK_BARS);
    const marks = computeMarks(columnsFrom(bars.slice(start)), inputs);
    const found = marks.find(({ index }) => start + index >= firstNew);
    const marked = found && bars[start + found.index];
    if (marked) return series.closesAt(marked);
    const last = bars.at(-1);
    if (!last) return null;
    afterMs = series.closesAt(last);
  }
  return null;
}
