import { DAY_MS, MINUTE_MS } from './durations.ts';
import { isHoliday, usEarlyCloseMinute } from './holidays.ts';
import type { MarketHours } from './market-hours.ts';
import { isDateResolution, type Resolution } from './resolution.ts';
import { wallToUtcMs, zoneOffsetMs } from './zone.ts';

/** The session of a trading date; the close is exclusive. */
export type Session = { dayMs: number; openMs: number; closeMs: number };

/** True if the market trades on a date. A date is its 00:00 UTC in every time zone. */
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

/** The session of a date, shorter on a half-day. A date without trading gets the session it would have had. */
export function sessionOf(hours: MarketHours, dayMs: number): Session {
  const early = hours.halfDays === 'US' ? usEarlyCloseMinute(dayMs) : null;
  return {
    dayMs,
    openMs: momentOf(hours, dayMs, hours.openMinute),
    closeMs: momentOf(hours, dayMs, early ?? hours.closeMinute),
  };
}

/**
 * The part of a date's session that a moment belongs to. Without a midday break it is the whole session; with one it is
 * the morning until the break ends, then the afternoon.
 */
export function sessionPartOf(hours: MarketHours, dayMs: number, timeMs: number): Session {
  const session = sessionOf(hours, dayMs);
  if (!hours.breakMinutes) return session;
  const [fromMinute, toMinute] = hours.breakMinutes;
  const afternoonMs = momentOf(hours, dayMs, toMinute);
  return timeMs >= afternoonMs
    ? { ...session, openMs: afternoonMs }
    : { ...session, closeMs: momentOf(hours, dayMs, fromMinute) };
}

/** The next part of the same session, or null after the last one. */
export function nextSessionPart(hours: MarketHours, part: Session): Session | null {
  if (!hours.breakMinutes) return null;
  const afternoonMs = momentOf(hours, part.dayMs, hours.breakMinutes[1]);
  return part.openMs < afternoonMs ? sessionPartOf(hours, part.dayMs, afternoonMs) : null;
}

/**
 * The trading date of a moment: the date whose session contains it, otherwise the date on the market's wall clock. If
 * sessions open on the evening before, the date changes at that hour.
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

export function isMarketOpen(hours: MarketHours, timeMs: number): boolean {
  const dayMs = tradingDateOf(hours, timeMs);
  if (!isTradingDay(hours, dayMs)) return false;
  const { openMs, closeMs } = sessionPartOf(hours, dayMs, timeMs);
  return timeMs >= openMs && timeMs < closeMs;
}

/** The first moment at or after `timeMs` at which the market is open. */
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

/** The weekdays in `[fromMs, toMs)` on which a market does not trade, as far as its calendar knows. */
export function closedWeekdays(hours: MarketHours, fromMs: number, toMs: number): number[] {
  const days: number[] = [];
  for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS) {
    const weekday = new Date(dayMs).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !isTradingDay(hours, dayMs)) days.push(dayMs);
  }
  return days;
}

/** The trading days in `[fromMs, toMs)` whose session ends early, with the minute of its end. */
export function earlyCloses(
  hours: MarketHours,
  fromMs: number,
  toMs: number,
): { dayMs: number; closeMinute: number }[] {
  if (hours.halfDays !== 'US') return [];
  const days: { dayMs: number; closeMinute: number }[] = [];
  for (let dayMs = fromMs; dayMs < toMs; dayMs += DAY_MS) {
    const closeMinute = usEarlyCloseMinute(dayMs);
    if (closeMinute !== null) days.push({ dayMs, closeMinute });
  }
  return days;
}

/** Longer than any series of holidays: Tokyo's longest was ten days including weekends, in 2019. */
const LONGEST_HOLIDAYS_MS = 14 * DAY_MS;

/**
 * True if holidays that the calendar does not know can explain a gap between bars: the gap consists of whole sessions,
 * from the first bar of one to the first bar of another, and lasts two weeks at most. False if the market's holidays
 * are known.
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
