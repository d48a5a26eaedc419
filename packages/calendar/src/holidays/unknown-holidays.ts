import { DAY_MS } from '../durations.ts';
import type { MarketHours } from '../hours/market-hours.ts';
import { isDateResolution, type Resolution } from '../resolution.ts';
import { sessionOf, tradingDateOf } from '../trading-day.ts';

/** Longer than any row of holidays: Tokyo's longest took ten days with the weekends, in 2019. */
const LONGEST_HOLIDAYS_MS = 14 * DAY_MS;

/**
 * Whether a stretch without a bar can be explained by holidays that the calendar does not know: it is made of whole
 * sessions, from the first bar of one to that of another, and of no more than two weeks. False wherever holidays are
 * known. A stretch that begins or ends within a session is never a holiday.
 */
export function mayBeHolidays(
  hours: MarketHours,
  resolution: Resolution,
  fromMs: number,
  toMs: number,
): boolean {
  if (hours.holidays !== 'unknown' || toMs - fromMs > LONGEST_HOLIDAYS_MS) return false;
  if (isDateResolution(resolution)) return true;
  const beginsSession = (timeMs: number) =>
    sessionOf(hours, tradingDateOf(hours, timeMs)).openMs === timeMs;
  return beginsSession(fromMs) && beginsSession(toMs);
}
