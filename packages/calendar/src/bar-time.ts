import { DAY_MS } from './durations.ts';
import type { MarketHours } from './hours/market-hours.ts';
import { isDateResolution, type Resolution, resolutionMs } from './resolution.ts';
import {
  isTradingDay,
  nextSessionPart,
  type Session,
  sessionOf,
  sessionPartOf,
  tradingDateOf,
  tradingDayFrom,
  tradingDayUntil,
} from './trading-day.ts';

/** A shorter rest of a session belongs to the bar before it: Safex' 12:00 print is part of the 11:00 hour. */
const SHORTEST_LAST_BAR_MS = 5 * 60_000;

/** Monday of the week, or 1st of the month, that holds a date; a day is its own period. */
export function periodStartMs(resolution: '1D' | '1W' | '1M', dayMs: number): number {
  if (resolution === '1D') return dayMs;
  const date = new Date(dayMs);
  if (resolution === '1M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return dayMs - ((date.getUTCDay() + 6) % 7) * DAY_MS;
}

/** First date after the period that begins on a date. */
export function periodEndMs(resolution: '1D' | '1W' | '1M', startMs: number): number {
  if (resolution === '1D') return startMs + DAY_MS;
  if (resolution === '1W') return startMs + 7 * DAY_MS;
  const date = new Date(startMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** The start of the intraday bar that a moment belongs to, counted from the open of a part of the session. */
function startIn({ openMs, closeMs }: Session, lengthMs: number, timeMs: number): number {
  const startMs = openMs + Math.floor((timeMs - openMs) / lengthMs) * lengthMs;
  const isRest = lengthMs >= SHORTEST_LAST_BAR_MS && closeMs - startMs < SHORTEST_LAST_BAR_MS;
  return isRest && timeMs < closeMs && startMs > openMs ? startMs - lengthMs : startMs;
}

/** The end of an intraday bar in a part of the session. */
function endIn({ openMs, closeMs }: Session, lengthMs: number, startMs: number): number {
  const endMs = startMs + lengthMs;
  if (startMs < openMs || startMs >= closeMs) return endMs;
  const hasRest = lengthMs >= SHORTEST_LAST_BAR_MS && closeMs - endMs < SHORTEST_LAST_BAR_MS;
  return endMs > closeMs || hasRest ? closeMs : endMs;
}

/**
 * The time of the bar that a moment belongs to: what a bar carries as its `time`.
 *
 * Intraday bars are counted from the open of the session, and anew after a rest at midday; they carry the moment they
 * start.
 * Day, week and month bars carry 00:00 UTC of the trading date, of the Monday, of the 1st: a date, not a moment.
 */
export function barTimeOf(hours: MarketHours, resolution: Resolution, timeMs: number): number {
  const dayMs = tradingDateOf(hours, timeMs);
  if (isDateResolution(resolution)) return periodStartMs(resolution, dayMs);
  return startIn(sessionPartOf(hours, dayMs, timeMs), resolutionMs(resolution), timeMs);
}

/**
 * The time of the bar of a coarser resolution that a stored bar is part of.
 * A day bar's time is a date already; an intraday bar's a moment.
 */
export function coarserBarTime(
  hours: MarketHours,
  from: Resolution,
  to: Resolution,
  barTimeMs: number,
): number {
  if (isDateResolution(from) && isDateResolution(to)) return periodStartMs(to, barTimeMs);
  return barTimeOf(hours, to, barTimeMs);
}

/** The moment trading of a bar begins. */
export function barOpensAtMs(
  hours: MarketHours,
  resolution: Resolution,
  barTimeMs: number,
): number {
  if (!isDateResolution(resolution)) return barTimeMs;
  return sessionOf(hours, tradingDayFrom(hours, barTimeMs)).openMs;
}

/**
 * The moment from which a bar can no longer change: its end, or the end of its last session, or the beginning of a rest
 * at midday, where that comes first.
 */
export function barClosesAtMs(
  hours: MarketHours,
  resolution: Resolution,
  barTimeMs: number,
): number {
  if (isDateResolution(resolution)) {
    const endMs = periodEndMs(resolution, barTimeMs);
    for (let dayMs = endMs - DAY_MS; dayMs >= barTimeMs; dayMs -= DAY_MS) {
      if (isTradingDay(hours, dayMs)) return sessionOf(hours, dayMs).closeMs;
    }
    return sessionOf(hours, barTimeMs).closeMs;
  }
  const part = sessionPartOf(hours, tradingDateOf(hours, barTimeMs), barTimeMs);
  return endIn(part, resolutionMs(resolution), barTimeMs);
}

/** Whether a bar is closed at a moment: the one rule for signals, marks, summaries and records. */
export function isBarClosed(
  hours: MarketHours,
  resolution: Resolution,
  barTimeMs: number,
  nowMs: number,
): boolean {
  return nowMs >= barClosesAtMs(hours, resolution, barTimeMs);
}

/** The time of the first bar that the market makes after a moment; a bar's own time leads to the bar that follows it. */
export function nextBarTime(hours: MarketHours, resolution: Resolution, timeMs: number): number {
  if (isDateResolution(resolution)) {
    const dateMs = Math.floor(timeMs / DAY_MS) * DAY_MS;
    const endMs = periodEndMs(resolution, periodStartMs(resolution, dateMs));
    return resolution === '1D' ? tradingDayFrom(hours, endMs) : endMs;
  }
  const dayMs = tradingDateOf(hours, timeMs);
  if (isTradingDay(hours, dayMs)) {
    const part = sessionPartOf(hours, dayMs, timeMs);
    if (timeMs < part.openMs) return part.openMs;
    if (timeMs < part.closeMs) {
      const lengthMs = resolutionMs(resolution);
      const closesAtMs = endIn(part, lengthMs, startIn(part, lengthMs, timeMs));
      if (closesAtMs < part.closeMs) return closesAtMs;
    }
    const next = nextSessionPart(hours, part);
    if (next) return next.openMs;
  }
  return sessionOf(hours, tradingDayFrom(hours, dayMs + DAY_MS)).openMs;
}

/**
 * The time of the bar that the market made before a given one: the way back of `nextBarTime`. A time that no bar begins at
 * leads to the last bar that begins before it.
 */
export function previousBarTime(
  hours: MarketHours,
  resolution: Resolution,
  barTimeMs: number,
): number {
  if (resolution === '1D') return tradingDayUntil(hours, barTimeMs - DAY_MS);
  if (isDateResolution(resolution)) return periodStartMs(resolution, barTimeMs - DAY_MS);
  const dayMs = tradingDateOf(hours, barTimeMs);
  if (isTradingDay(hours, dayMs)) {
    const part = sessionPartOf(hours, dayMs, barTimeMs);
    const untilMs = Math.min(barTimeMs, part.closeMs);
    if (untilMs > part.openMs) return barTimeOf(hours, resolution, untilMs - 1);
    const morning = sessionPartOf(hours, dayMs, part.openMs - 1);
    if (morning.openMs < part.openMs) return barTimeOf(hours, resolution, morning.closeMs - 1);
  }
  const { closeMs } = sessionOf(hours, tradingDayUntil(hours, dayMs - DAY_MS));
  return barTimeOf(hours, resolution, closeMs - 1);
}
