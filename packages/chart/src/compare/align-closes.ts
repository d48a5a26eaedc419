import {
  barClosesAtMs,
  isDateResolution,
  type MarketHours,
  type Resolution,
} from '@moneytrail/calendar';
import { partitionPoint } from '../studies/partition-point.ts';

/**
 * Ends of bars by their times, each computed once. Bars from a day up end with their own date: those of one date belong
 * together, however late each market closes.
 */
export function createBarEnds(
  hours: MarketHours,
  resolution: Resolution,
): (timeMs: number) => number {
  if (isDateResolution(resolution)) return (timeMs) => timeMs;
  const known = new Map<number, number>();
  return (timeMs) => {
    let endMs = known.get(timeMs);
    if (endMs === undefined) {
      endMs = barClosesAtMs(hours, resolution, timeMs);
      known.set(timeMs, endMs);
    }
    return endMs;
  };
}

/** Begin and end of an instrument's bars, ms, ascending. */
type BarTimes = {
  length: number;
  startOf: (index: number) => number;
  /** Infinity for a forming bar, which includes everything known by now. */
  endOf: (index: number) => number;
};

type OtherBars = BarTimes & {
  close: Float64Array;
  /** From this time on bars may be missing; null once all have been read. */
  unreadFromMs: number | null;
};

/** For each bar of the chart from `from` on, calls back with the other's last bar that has ended by its end; −1 before the first. */
function eachPlace(
  chart: BarTimes,
  other: Omit<OtherBars, 'close'>,
  { from, to }: { from: number; to: number },
  take: (index: number, place: number) => void,
): void {
  if (from >= to) return;
  const firstEndMs = chart.endOf(from);
  let next = partitionPoint(other.length, (index) => other.endOf(index) <= firstEndMs);
  const unreadFromMs = other.unreadFromMs ?? Number.POSITIVE_INFINITY;
  for (let index = from; index < to; index++) {
    const endMs = chart.endOf(index);
    while (next < other.length && other.endOf(next) <= endMs) next += 1;
    const isCarried =
      chart.startOf(index) >= unreadFromMs && other.startOf(next - 1) < unreadFromMs;
    take(index, isCarried ? -1 : next - 1);
  }
}

/**
 * Another instrument's closes at the bars `from` … `to − 1` of a chart: each is the last close known when the chart's bar
 * ended, never a later one. NaN before the other's first bar, and where a close would be carried over an unread span.
 */
export function alignCloses(
  chart: BarTimes,
  other: OtherBars,
  span: { from: number; to: number },
): Float64Array {
  const aligned = new Float64Array(Math.max(0, span.to - span.from)).fill(Number.NaN);
  eachPlace(chart, other, span, (index, place) => {
    if (place >= 0) aligned[index - span.from] = other.close[place] ?? Number.NaN;
  });
  return aligned;
}

/**
 * Places of another instrument's bars at the bars `from` … `to − 1` of a chart: each is the last one that has ended by the
 * end of the chart's bar, if the two overlap; −1 if there is none.
 */
export function alignBars(
  chart: BarTimes,
  other: Omit<OtherBars, 'close'>,
  span: { from: number; to: number },
): Int32Array {
  const places = new Int32Array(Math.max(0, span.to - span.from)).fill(-1);
  eachPlace(chart, other, span, (index, place) => {
    if (place < 0) return;
    const startMs = chart.startOf(index);
    // Bars from a day up end with their own date.
    const isWithin = other.endOf(place) > startMs || other.startOf(place) === startMs;
    if (isWithin) places[index - span.from] = place;
  });
  return places;
}

export type PercentLine = {
  /** NaN without a close, and before the base. */
  percents: Float64Array;
  /** The close that percentages count from; null without any. */
  base: number | null;
};

/**
 * Closes in percent of the first known one from an index on. A base of zero or less gives no percentages.
 */
export function percentLine(closes: Float64Array, from: number): PercentLine {
  const percents = new Float64Array(closes.length).fill(Number.NaN);
  let first = Math.max(0, from);
  while (first < closes.length && Number.isNaN(closes[first])) first += 1;
  const base = closes[first] ?? null;
  if (base === null || base <= 0) return { percents, base };
  // The line enters at the left edge: bars before the first visible one use the same scale.
  const start = first === from ? 0 : first;
  for (let index = start; index < closes.length; index++) {
    percents[index] = (100 * ((closes[index] ?? Number.NaN) - base)) / base;
  }
  return { percents, base };
}
