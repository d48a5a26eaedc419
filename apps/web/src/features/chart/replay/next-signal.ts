import { columnsFrom, computeMarks, type StudyInputs } from '@moneytrail/indicators';
import type { ReplaySeries } from './replay-series.ts';

/** No signal looks back further, with any inputs. */
const LOOK_BACK_BARS = 256;

type MarkedBar = { time: number };

export type SignalsDeps = {
  inputs: StudyInputs;
  /** The published marks from one time to another; null where the chart has computed ones. */
  published: (fromMs: number, toMs: number) => Promise<readonly MarkedBar[] | null>;
  /** The close of a mark's bar. */
  closesAt: (mark: MarkedBar) => number;
};

/**
 * The moment at which the next signal after a moment appears on the chart: the close of its bar. Null where there is none
 * until now. The signals are those that the chart shows: published ones, and those of the formula from bars up to their own
 * where the chart has other inputs or the published ones cannot be read.
 */
export async function nextSignalMs(
  series: ReplaySeries,
  { inputs, published, closesAt }: SignalsDeps,
  momentMs: number,
  signal: AbortSignal,
): Promise<number | null> {
  await series.around(momentMs, LOOK_BACK_BARS, signal);
  let afterMs = momentMs;
  while ((await series.next(afterMs, signal)) !== null) {
    const { bars } = series.row();
    const firstNew = bars.findIndex((bar) => series.closesAt(bar) > afterMs);
    const first = bars[firstNew];
    const last = bars.at(-1);
    if (!first || !last) return null;
    const computed = () => {
      const start = Math.max(0, firstNew - LOOK_BACK_BARS);
      const marks = computeMarks(columnsFrom(bars.slice(start)), inputs);
      return marks.filter(({ index }) => start + index >= firstNew);
    };
    const marks = (await published(first.time, last.time)) ?? computed();
    const endMs = series.closesAt(last);
    const ends = marks.map(closesAt).filter((atMs) => atMs > momentMs && atMs <= endMs);
    if (ends.length > 0) return Math.min(...ends);
    afterMs = endMs;
  }
  return null;
}
