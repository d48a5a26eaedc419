import {
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

export type OpenHours = { hours: MarketHours; resolution: Resolution };

/** Bars on each side of those held whose times are worked out by the calendar; further ones are spaced evenly. */
const MOST_EXACT = 5_000;

/** Times of bars that are not held, on one side of those that are. Bars are counted from the outermost one held, from 0. */
export type TimesBeyond = {
  /** Epoch ms of the bar so many bars away. */
  timeOf: (away: number) => number;
  /** How many bars away the last bar is that begins at or before a time, which is beyond the outermost bar held. */
  awayOf: (timeMs: number) => number;
};

/** Worked out by the market's own hours, as far as was asked for: one drawing of long ago must not be paid for each paint. */
export function createTimesBeyond(
  { hours, resolution }: OpenHours,
  edgeMs: number,
  side: 'past' | 'future',
): TimesBeyond {
  const sign = side === 'past' ? -1 : 1;
  const follow = side === 'past' ? previousBarTime : nextBarTime;
  const times = [edgeMs];
  const outermostMs = () => times.at(-1) ?? edgeMs;
  const isComplete = () => times.length > MOST_EXACT;
  const addNext = () => times.push(follow(hours, resolution, outermostMs()));
  const isPassed = (timeMs: number) => (outermostMs() - timeMs) * sign >= 0;

  /** As long a step as the exact ones are on average, so that nights and weekends count here too. */
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
    timeOf,
    awayOf(timeMs) {
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
