import {
  barClosesAtMs,
  barTimeOf,
  type MarketHours,
  nextBarTime,
  nextOpenMs,
  type Resolution,
} from '@moneytrail/calendar';
import type { Clock } from '../../../lib/clock.ts';

/** A closed bar is read this long after its end: the source publishes it with a delay. */
const POLL_DELAY_MS = 15_000;
/** Spread in both directions, which keeps browsers from polling together. */
const POLL_JITTER_MS = 3_000;
/** The longest timer: timers overflow at 24.8 days and drift while a machine sleeps. */
export const LONGEST_SLEEP_MS = 3_600_000;

/** The time of the first bar that closes after a moment. */
export function nextBarToClose(
  hours: MarketHours,
  resolution: Resolution,
  afterMs: number,
): number {
  let time = barTimeOf(hours, resolution, nextOpenMs(hours, afterMs));
  while (barClosesAtMs(hours, resolution, time) <= afterMs) {
    time = nextBarTime(hours, resolution, time);
  }
  return time;
}

/** The moment at which that bar closes. */
export function nextBarCloseMs(
  hours: MarketHours,
  resolution: Resolution,
  afterMs: number,
): number {
  return barClosesAtMs(hours, resolution, nextBarToClose(hours, resolution, afterMs));
}

/**
 * Calls `poll` once for every bar that closes, 15 s ± 3 s after its end by the market's calendar. It wakes at least
 * hourly to check the clock. Returns what stops it.
 */
export function schedulePolls(
  { clock, random }: { clock: Clock; random: () => number },
  { hours, resolution }: { hours: MarketHours; resolution: Resolution },
  poll: () => void,
): () => void {
  let cancel = () => {};
  let closesAtMs = nextBarCloseMs(hours, resolution, clock.now());
  const jittered = () => POLL_DELAY_MS + (random() * 2 - 1) * POLL_JITTER_MS;
  let dueMs = closesAtMs + jittered();

  const sleep = () => {
    const waitMs = Math.min(Math.max(0, dueMs - clock.now()), LONGEST_SLEEP_MS);
    cancel = clock.after(waitMs, wake);
  };
  const wake = () => {
    if (clock.now() >= dueMs) {
      poll();
      // One poll covers all bars that closed while the machine slept.
      const lastDueMs = clock.now() - POLL_DELAY_MS - POLL_JITTER_MS;
      closesAtMs = nextBarCloseMs(hours, resolution, Math.max(closesAtMs, lastDueMs));
      dueMs = closesAtMs + jittered();
    }
    sleep();
  };
  sleep();
  return () => cancel();
}
