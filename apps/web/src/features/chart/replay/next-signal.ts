import { columnsFrom, computeMarks, type StudyInputs } from '@moneytrail/indicators';
import type { ReplaySeries } from './replay-series.ts';

/** No signal looks back further, with any inputs. */
const LOOK_BACK_BARS = 256;

/** A mark by the time of its bar, and when it was published, ms; a computed one was not. */
export type MarkedBar = { time: number; publishedAt?: number | null };

export type SignalsDeps = {
  inputs: StudyInputs;
  /** The published marks from one time to another; null where the chart has computed ones. */
  published: (fromMs: number, toMs: number) => Promise<readonly MarkedBar[] | null>;
  /** When a mark became known. */
  knownSinceMs: (mark: MarkedBar) => number;
};

/**
 * The moment at which the next signal after a moment appears on the chart: the close of its bar, or the first close after its
 * publication. Null where there is none until now. The signals are those that the chart shows: published ones, and those of
 * the formula from bars up to their own where the chart has other inputs or the published ones cannot be read.
 */
export async function nextSignalMs(
  series: ReplaySeries,
  { inputs, published, knownSinceMs }: SignalsDeps,
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
    const start = Math.max(0, firstNew - LOOK_BACK_BARS);
    const computed = () => {
      const marks = computeMarks(columnsFrom(bars.slice(start)), inputs);
      return marks.filter(({ index }) => start + index >= firstNew);
    };
    // Marks of bars that have closed may be published later.
    const marks = (await published((bars[start] ?? first).time, last.time)) ?? computed();
    const sinceMs = Math.min(...marks.map(knownSinceMs).filter((knownMs) => knownMs > momentMs));
    const shownOn = bars.find((bar) => series.closesAt(bar) >= sinceMs);
    if (shownOn) return series.closesAt(shownOn);
    afterMs = series.closesAt(last);
  }
  return null;
}
