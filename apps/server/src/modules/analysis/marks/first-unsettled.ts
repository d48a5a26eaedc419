import {
  barTimeOf,
  isBarClosed,
  type MarketHours,
  nextBarTime,
  type Resolution,
} from '@moneytrail/calendar';

/** A bar's final form is read from the vendor a moment after its end; a mark never changes, so it waits for that. */
const SETTLE_MS = 10_000;

/** The time of the first bar that is not closed and settled yet: every bar before it may be judged for good. */
export function firstUnsettledBar(
  hours: MarketHours,
  resolution: Resolution,
  nowMs: number,
): number {
  const settledMs = nowMs - SETTLE_MS;
  const time = barTimeOf(hours, resolution, settledMs);
  return isBarClosed(hours, resolution, time, settledMs)
    ? nextBarTime(hours, resolution, time)
    : time;
}
