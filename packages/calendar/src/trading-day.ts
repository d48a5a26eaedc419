import { DAY_MS, MINUTE_MS } from './durations.ts';
import { earlyCloseMinute } from './holidays/half-days.ts';
import { isHoliday } from './holidays/holidays.ts';
import type { MarketHours } from './hours/market-hours.ts';
import { wallToUtcMs, zoneOffsetMs } from './zone.ts';

/** A trading date's session, both ends as UTC milliseconds, the close exclusive. */
export type Session = { dayMs: number; openMs: number; closeMs: number };

/** Whether the market trades on a date. A date is its 00:00 UTC, whatever the zone of the exchange. */
export function isTradingDay(hours: MarketHours, dayMs: number): boolean {
  if (hours.days === 'all') return true;
  const weekday = new Date(dayMs).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const { holidays } = hours;
  return holidays === null || holidays === 'unknown' || !isHoliday(holidays, dayMs);
}

function momentOf({ zone }: MarketHours, dayMs: number, minute: number): number {
  return wallToUtcMs(zone, dayMs + minute * MINUTE_MS);
}

/** The session that a date has, or would have if it were a trading day; shorter on a half-day. */
export function sessionOf(hours: MarketHours, dayMs: number): Session {
  const early = hours.halfDays ? earlyCloseMinute(hours.halfDays, dayMs) : null;
  return {
    dayMs,
    openMs: momentOf(hours, dayMs, hours.openMinute),
    closeMs: momentOf(hours, dayMs, early ?? hours.closeMinute),
  };
}

/**
 * The part of a date's session that a moment belongs to: the whole where the market does not rest at midday, else the
 * morning until the rest is over, then the afternoon.
 */
export function sessionPartOf(hours: MarketHours, dayMs: number, timeMs: number): Session {
  const session = sessionOf(hours, dayMs);
  if (!hours.restMinutes) return session;
  const [fromMinute, toMinute] = hours.restMinutes;
  const afternoonMs = momentOf(hours, dayMs, toMinute);
  return timeMs >= afternoonMs
    ? { ...session, openMs: afternoonMs }
    : { ...session, closeMs: momentOf(hours, dayMs, fromMinute) };
}

/** The part of a date's session that follows a part; null after the last one. */
export function nextSessionPart(hours: MarketHours, part: Session): Session | null {
  if (!hours.restMinutes) return null;
  const afternoonMs = momentOf(hours, part.dayMs, hours.restMinutes[1]);
  return part.openMs < afternoonMs ? sessionPartOf(hours, part.dayMs, afternoonMs) : null;
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
  const { openMs, closeMs } = sessionPartOf(hours, dayMs, timeMs);
  return timeMs >= openMs && timeMs < closeMs;
}

/** The next moment at or after `timeMs` at which the market is open. */
export function nextOpenMs(hours: MarketHours, timeMs: number): number {
  let dayMs = tradingDateOf(hours, timeMs);
  for (;;) {
    if (isTradingDay(hours, dayMs)) {
      const part = sessionPartOf(hours, dayMs, timeMs);
      if (timeMs < part.closeMs) return Math.max(part.openMs, timeMs);
      const next = nextSessionPart(hours, part);
      if (next) return next.openMs;
    }
    dayMs += DAY_MS;
  }
}
