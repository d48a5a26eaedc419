import { DAY_MS } from './durations.ts';
import type { MarketHours } from './market-hours.ts';
import { isDateResolution, isLonger, type Resolution, resolutionMs } from './resolution.ts';
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

/** A shorter remainder of a session joins the bar before it: Safex's 12:00 print is part of the 11:00 hour. */
const SHORTEST_LAST_BAR_MS = 5 * 60_000;

/** The date a period starts on: the Monday of the week or the 1st of the month; a day is its own period. */
export function periodStartMs(resolution: '1D' | '1W' | '1M', dayMs: number): number {
  if (resolution === '1D') return dayMs;
  const date = new Date(dayMs);
  if (resolution === '1M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  return dayMs - ((date.getUTCDay() + 6) % 7) * DAY_MS;
}

/** The first date after the period that starts on a date. */
export function periodEndMs(resolution: '1D' | '1W' | '1M', startMs: number): number {
  if (resolution === '1D') return startMs + DAY_MS;
  if (resolution === '1W') return startMs + 7 * DAY_MS;
  const date = new Date(startMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** The start of the intraday bar that contains a moment, counted from the open of a session part. */
function startIn({ openMs, closeMs }: Session, lengthMs: number, timeMs: number): number {
  const startMs = openMs + Math.floor((timeMs - openMs) / lengthMs) * lengthMs;
  const isRemainder = lengthMs >= SHORTEST_LAST_BAR_MS && closeMs - startMs < SHORTEST_LAST_BAR_MS;
  return isRemainder && timeMs < closeMs && startMs > openMs ? startMs - lengthMs : startMs;
}

/** The end of an intraday bar in a session part. */
function endIn({ openMs, closeMs }: Session, lengthMs: number, startMs: number): number {
  const endMs = startMs + lengthMs;
  if (startMs < openMs || startMs >= closeMs) return endMs;
  const isLast = lengthMs >= SHORTEST_LAST_BAR_MS && closeMs - endMs < SHORTEST_LAST_BAR_MS;
  return endMs > closeMs || isLast ? closeMs : endMs;
}

/**
 * The `time` of the bar that contains a moment.
 *
 * Intraday bars are counted from the open of the session, and again from the end of a midday break; their time is the
 * moment they start. The time of a day, week or month bar is a date instead: 00:00 UTC of the trading date, of the
 * Monday, of the 1st.
 */
export function barTimeOf(hours: MarketHours, resolution: Resolution, timeMs: number): number {
  const dayMs = tradingDateOf(hours, timeMs);
  if (isDateResolution(resolution)) return periodStartMs(resolution, dayMs);
  return startIn(sessionPartOf(hours, dayMs, timeMs), resolutionMs(resolution), timeMs);
}

/** The time of the coarser bar that a stored bar is part of. The time of a day bar is a date already. */
export function coarserBarTime(
  hours: MarketHours,
  from: Resolution,
  to: Resolution,
  barTimeMs: number,
): number {
  if (isDateResolution(from) && isDateResolution(to)) return periodStartMs(to, barTimeMs);
  return barTimeOf(hours, to, barTimeMs);
}

/** The time of the longer bar that a stored bar is part of; null if the name is of no longer resolution. */
export function longerBarTime(
  hours: MarketHours,
  resolution: Resolution,
  longer: string,
  barTimeMs: number,
): number | null {
  return isLonger(longer, resolution) ? coarserBarTime(hours, resolution, longer, barTimeMs) : null;
}

/** The periods that averages and levels may begin anew with; `auto` is one that holds several bars of the resolution. */
export type AnchorPeriod = 'auto' | 'session' | 'week' | 'month' | 'year';

function usualPeriod(resolution: Resolution): AnchorPeriod {
  if (!isDateResolution(resolution)) return 'session';
  return resolution === '1D' ? 'month' : 'year';
}

/** Names the period that a stored bar is part of, by its first date: the same for all bars of one. */
export function anchorOf(
  hours: MarketHours,
  resolution: Resolution,
  asked: AnchorPeriod,
  barTimeMs: number,
): number {
  const period = asked === 'auto' ? usualPeriod(resolution) : asked;
  if (period === 'session') return coarserBarTime(hours, resolution, '1D', barTimeMs);
  if (period === 'week') return coarserBarTime(hours, resolution, '1W', barTimeMs);
  const monthMs = coarserBarTime(hours, resolution, '1M', barTimeMs);
  return period === 'month' ? monthMs : Date.UTC(new Date(monthMs).getUTCFullYear(), 0);
}

/** The moment at which trading of a bar begins. */
export function barOpensAtMs(
  hours: MarketHours,
  resolution: Resolution,
  barTimeMs: number,
): number {
  if (!isDateResolution(resolution)) return barTimeMs;
  return sessionOf(hours, tradingDayFrom(hours, barTimeMs)).openMs;
}

/** The moment from which a bar can no longer change: its end, the close of its last session or a midday break. */
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

/** True if a bar is closed: the one rule for signals, marks, summaries and records. */
export function isBarClosed(
  hours: MarketHours,
  resolution: Resolution,
  barTimeMs: number,
  nowMs: number,
): boolean {
  return nowMs >= barClosesAtMs(hours, resolution, barTimeMs);
}

/** The time of the first bar that starts after a moment; given the time of a bar, that of the bar after it. */
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

/** The time of the last bar that starts before a time: the reverse of `nextBarTime`. */
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
