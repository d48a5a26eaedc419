import {
  barClosesAtMs,
  barTimeOf,
  DAY_MS,
  isDateResolution,
  periodStartMs,
} from '@moneytrail/calendar';
import { partitionPoint } from '../studies/partition-point.ts';
import { createTimesBeyond, type OpenHours, type TimesBeyond } from './times-beyond.ts';

type BarTimes = { length: number; time: Float64Array };

/** Where times stand among the bars of the open chart, also before the first bar and beyond the newest. */
export type TimePlaces = {
  /** Index of the bar that a time belongs to; below 0 and from the length on there is no bar yet. */
  indexOf: (timeMs: number) => number;
  /** The same between bars, for what was drawn by hand. */
  fractionOf: (timeMs: number) => number;
  /** Time of a bar, held or not. */
  timeOf: (index: number) => number;
};

/** A date has no time of day: it is found among the dates of coarser bars as it is. */
function isDate(timeMs: number): boolean {
  return timeMs % DAY_MS === 0;
}

/** The time to look for among the bars of a resolution: of date bars the date that a moment is traded on. */
function soughtTime({ hours, resolution }: OpenHours, timeMs: number): number {
  if (!isDateResolution(resolution)) return timeMs;
  return isDate(timeMs) ? periodStartMs(resolution, timeMs) : barTimeOf(hours, resolution, timeMs);
}

/** The times on one side, worked out anew only where the market, the resolution or the outermost bar is another. */
function createKept(side: 'past' | 'future') {
  let kept: { key: string; beyond: TimesBeyond } | null = null;
  return (open: OpenHours, edgeMs: number): TimesBeyond => {
    const key = `${open.hours.id} ${open.resolution} ${edgeMs}`;
    if (kept?.key !== key) kept = { key, beyond: createTimesBeyond(open, edgeMs, side) };
    return kept.beyond;
  };
}

/**
 * Finds places of times by the bars as they are now; null while there are none. A time that no bar of this resolution
 * begins at belongs to the bar that holds it, in a break of trading to the next one.
 */
export function createTimePlaces(
  times: () => BarTimes,
  open: () => OpenHours | null,
): () => TimePlaces | null {
  const past = createKept('past');
  const future = createKept('future');

  return () => {
    const { length, time } = times();
    const opened = open();
    const firstMs = time[0];
    const lastMs = time[length - 1];
    if (!opened || length === 0 || firstMs === undefined || lastMs === undefined) return null;
    const { hours, resolution } = opened;
    const timeOf = (index: number): number => {
      const whole = Math.round(index);
      if (whole < 0) return past(opened, firstMs).timeOf(-whole);
      if (whole >= length) return future(opened, lastMs).timeOf(whole - (length - 1));
      return time[whole] ?? lastMs;
    };
    /** The last bar that begins at or before a time. */
    const lastUntil = (timeMs: number): number => {
      if (timeMs < firstMs) return -past(opened, firstMs).awayOf(timeMs);
      if (timeMs > lastMs) return length - 1 + future(opened, lastMs).awayOf(timeMs);
      return partitionPoint(length, (index) => (time[index] ?? lastMs) <= timeMs) - 1;
    };
    const indexOf = (timeMs: number): number => {
      const sought = soughtTime(opened, timeMs);
      const index = lastUntil(sought);
      const beginsMs = timeOf(index);
      if (beginsMs === sought) return index;
      if (isDateResolution(resolution)) return index + 1;
      return sought < barClosesAtMs(hours, resolution, beginsMs) ? index : index + 1;
    };
    const fractionOf = (timeMs: number): number => {
      const index = lastUntil(timeMs);
      const beginsMs = timeOf(index);
      return index + Math.min(1, (timeMs - beginsMs) / (timeOf(index + 1) - beginsMs));
    };
    return { indexOf, fractionOf, timeOf };
  };
}
