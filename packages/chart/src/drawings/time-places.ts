import {
  barClosesAtMs,
  barTimeOf,
  DAY_MS,
  isDateResolution,
  type MarketHours,
  nextBarTime,
  periodStartMs,
  previousBarTime,
  type Resolution,
  resolutionMs,
} from '@moneytrail/calendar';
import { partitionPoint } from '../studies/partition-point.ts';

type OpenHours = { hours: MarketHours; resolution: Resolution };

/** Bars beyond each end of the store whose times the calendar computes; further ones are spaced evenly. */
const MOST_EXACT = 5_000;

type TimesBeyond = ReturnType<typeof createTimesBeyond>;

/**
 * Times of bars beyond one end of the store, counted in bars from the outermost stored one. Times are computed from the
 * market's hours as far as needed and remembered: an old drawing must not cost this on every paint.
 */
function createTimesBeyond(
  { hours, resolution }: OpenHours,
  edgeMs: number,
  side: 'past' | 'future',
) {
  const sign = side === 'past' ? -1 : 1;
  const follow = side === 'past' ? previousBarTime : nextBarTime;
  const times = [edgeMs];
  const outermostMs = () => times.at(-1) ?? edgeMs;
  const isComplete = () => times.length > MOST_EXACT;
  const addNext = () => times.push(follow(hours, resolution, outermostMs()));
  const isPassed = (timeMs: number) => (outermostMs() - timeMs) * sign >= 0;

  /** The average of the exact steps, so that nights and weekends count here too. */
  const evenStepMs = () => (outermostMs() - edgeMs) / MOST_EXACT;
  const evenTimeOf = (away: number): number => {
    const timeMs = Math.round(outermostMs() + (away - MOST_EXACT) * evenStepMs());
    if (!isDateResolution(resolution)) return timeMs;
    const middleMs = timeMs + resolutionMs(resolution) / 2;
    return periodStartMs(resolution, Math.floor(middleMs / DAY_MS) * DAY_MS);
  };
  const timeOf = (away: number): number => {
    while (times.length <= away && !isComplete()) addNext();
    return times[away] ?? evenTimeOf(away);
  };
  return {
    /** Epoch ms of the bar this many bars away. */
    timeOf,
    /** Bars between the outermost bar and the last bar that begins at or before a time beyond it. */
    barsAwayAt(timeMs: number): number {
      while (!isPassed(timeMs) && !isComplete()) addNext();
      if (isPassed(timeMs)) {
        return side === 'past'
          ? partitionPoint(times.length, (away) => (times[away] ?? edgeMs) > timeMs)
          : partitionPoint(times.length, (away) => (times[away] ?? edgeMs) <= timeMs) - 1;
      }
      const away = MOST_EXACT + Math.round((timeMs - outermostMs()) / evenStepMs());
      if (timeOf(away) > timeMs) return away - sign;
      return timeOf(away + sign) <= timeMs ? away + sign : away;
    },
  };
}

type BarTimes = { length: number; time: Float64Array };

/** Places of times among the bars of the open chart, also before the first bar and beyond the newest. */
export type TimePlaces = {
  /** Index of the bar that a time belongs to; below 0 and from the length on there is no bar yet. */
  indexOf: (timeMs: number) => number;
  /** The same with a fraction between bars, for freehand drawings. */
  fractionOf: (timeMs: number) => number;
  /** Time of a bar, in the store or beyond it. */
  timeOf: (index: number) => number;
};

function isDate(timeMs: number): boolean {
  return timeMs % DAY_MS === 0;
}

/** The time to look for among bars: with date bars, the trading date of a moment. A date is its own trading date. */
function soughtTime({ hours, resolution }: OpenHours, timeMs: number): number {
  if (!isDateResolution(resolution)) return timeMs;
  return isDate(timeMs) ? periodStartMs(resolution, timeMs) : barTimeOf(hours, resolution, timeMs);
}

/** Keeps the times beyond one end until the market, the resolution or the outermost bar changes. */
function createKept(side: 'past' | 'future') {
  let kept: { key: string; beyond: TimesBeyond } | null = null;
  return (open: OpenHours, edgeMs: number): TimesBeyond => {
    const key = `${open.hours.id} ${open.resolution} ${edgeMs}`;
    if (kept?.key !== key) kept = { key, beyond: createTimesBeyond(open, edgeMs, side) };
    return kept.beyond;
  };
}

/**
 * Returns the places of times among the current bars; null while there are none. A time inside a bar belongs to that bar, a
 * time in a break of trading to the next one.
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
      if (timeMs < firstMs) return -past(opened, firstMs).barsAwayAt(timeMs);
      if (timeMs > lastMs) return length - 1 + future(opened, lastMs).barsAwayAt(timeMs);
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
