import { isHoliday } from './holidays.ts';
import type { MarketHours } from './market-hours.ts';
import { wallToUtcMs, zoneOffsetMs } from './zone.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A trading date's session, both ends as UTC milliseconds, the close exclusive. */
export type Session = { dayMs: number; openMs: number; closeMs: number };

/** Whether the market trades on a date. A date is its 00:00 UTC, whatever the zone of the exchange. */
export function isTradingDay(hours: MarketHours, dayMs: number): boolean {
  if (hours.days === 'all') return true;
  const weekday = new Date(dayMs).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  return hours.holidays === null || !isHoliday(hours.holidays, dayMs);
}

/** The session that a date has, or would have if it were a trading day. */
export function sessionOf(hours: MarketHours, dayMs: number): Session {
  return {
    dayMs,
    openMs: wallToUtcMs(hours.zone, dayMs + hours.openMinute * MINUTE_MS),
    closeMs: wallToUtcMs(hours.zone, dayMs + hours.closeMinute * MINUTE_MS),
  };
}

/**
 * The date whose trading a moment belongs to: the one whose session holds it, else the date of the wall clock,
 * counted on where the day turns in the evening.
 */
export function tradingDateOf(hours: MarketHours, timeMs: number): number {
  const wallMs = timeMs + zoneOffsetMs(hours.zone, timeMs);
  const turnMs = Math.min(hours.openMinute, 0) * MINUTE_MS;
  return Math.floor((wallMs - turnMs) / DAY_MS) * DAY_MS;
}

/** The first trading day at or after a date. */
export function tradingDayFrom(hours: MarketHours, dayMs: number): number {
  let day = dayMs;
  while (!isTradingDay(hours, day)) day += DAY_MS;
  return day;
}

/** The last trading day at or before a date. */
export function tradingDayUntil(hours: MarketHours, dayMs: number): number {
  let day = dayMs;
  while (!isTradingDay(hours, day)) day -= DAY_MS;
  return day;
}

/** Whether the market is open at a moment. */
export function isMarketOpen(hours: MarketHours, timeMs: number): boolean {
  const dayMs = tradingDateOf(hours, timeMs);
  if (!isTradingDay(hours, dayMs)) return false;
  const { openMs, closeMs } = sessionOf(hours, dayMs);
  return timeMs >= openMs && timeMs < closeMs;
}

/** The next moment at or after `timeMs` at which the market is open. */
export function nextOpenMs(hours: MarketHours, timeMs: number): number {
  let dayMs = tradingDateOf(hours, timeMs);
  for (;;) {
    if (isTradingDay(hours, dayMs)) {
      const { openMs, closeMs } = sessionOf(hours, dayMs);
      if (timeMs < closeMs) return Math.max(openMs, timeMs);
    }
    dayMs += DAY_MS;
  }
}
