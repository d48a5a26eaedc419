import {
  barClosesAtMs,
  barOpensAtMs,
  DAY_MS,
  type MarketHours,
  sessionOf,
  tradingDateOf,
  tradingDayFrom,
  tradingDayUntil,
} from '@moneytrail/calendar';
import type { Bar, Quote } from '@moneytrail/contract';
import type { NewestStored, StoredBar } from '../bars/index.ts';

/** A price with the time that it is known to be as new as, and its trading date, 00:00 UTC. */
type DatedPrice = { price: number; timeMs: number; dayMs: number };

export type NewestPrice = Omit<DatedPrice, 'dayMs'> & {
  previousClose: number | null;
  /** The trading date if a newer session has begun since; null for a price of the newest one. */
  pastDayMs: number | null;
  /** Null if nothing is known of the session of the price. */
  session: SessionFigures | null;
};

/** The close of a bar that is not final may be as old as the bar's beginning. */
function datedClose(
  hours: MarketHours,
  resolution: '1' | '1D',
  { time, close, isFinal }: StoredBar,
): DatedPrice {
  const timeOf = isFinal ? barClosesAtMs : barOpensAtMs;
  return {
    price: close,
    timeMs: timeOf(hours, resolution, time),
    dayMs: resolution === '1D' ? time : tradingDateOf(hours, time),
  };
}

/** A tick at the end of a session belongs to that session. */
function datedTick(hours: MarketHours, { price, timeMs }: Pick<Quote, 'price' | 'timeMs'>) {
  return { price, timeMs, dayMs: tradingDateOf(hours, timeMs - 1) };
}

/**
 * The close of the trading date before that of a price. Null unless the feed has answered for all dates in between after
 * their end, as the last stored close could belong to an older session.
 */
export function previousCloseOf(
  hours: MarketHours,
  { bars, covered }: Pick<NewestStored['days'], 'covered'> & { bars: readonly Bar[] },
  dayMs: number,
): number | null {
  const day = bars.findLast(({ time }) => time < dayMs);
  if (!day || covered.fromMs > day.time) return null;
  const uncoveredMs = Math.floor(covered.toMs / DAY_MS) * DAY_MS;
  return tradingDayFrom(hours, uncoveredMs) < dayMs ? null : day.close;
}

/** The trading date of the newest session that has begun. */
function newestSessionDay(hours: MarketHours, nowMs: number): number {
  const dayMs = tradingDayUntil(hours, tradingDateOf(hours, nowMs));
  const hasBegun = sessionOf(hours, dayMs).openMs <= nowMs;
  return hasBegun ? dayMs : tradingDayUntil(hours, dayMs - DAY_MS);
}

/** The newest known price of an instrument; of equally new ones the day's close. */
export function newestPriceOf(
  hours: MarketHours,
  known: { stored: NewestStored; tick: Pick<Quote, 'price' | 'timeMs'> | null },
  nowMs: number,
): NewestPrice | null {
  const { stored, tick } = known;
  const day = stored.days.bars.at(-1);
  const minute = stored.minutes.bars.at(-1);
  const candidates = [
    ...(tick ? [datedTick(hours, tick)] : []),
    ...(minute ? [datedClose(hours, '1', minute)] : []),
    ...(day ? [datedClose(hours, '1D', day)] : []),
  ];
  const newest = candidates.toSorted((a, b) => a.timeMs - b.timeMs).at(-1);
  if (!newest) return null;
  const { dayMs, ...price } = newest;
  return {
    ...price,
    previousClose: previousCloseOf(hours, stored.days, dayMs),
    pastDayMs: dayMs < newestSessionDay(hours, nowMs) ? dayMs : null,
    session: sessionFiguresOf(stored, newest),
  };
}

/** Figures of a session so far; null for those that are not certain or that the feed does not deliver. */
export type SessionFigures = Pick<Bar, 'open' | 'volume'> & {
  high: number | null;
  low: number | null;
};

/**
 * Figures of the session of a price, whose trading date is `dayMs`: from the final daily bar, or from the session's
 * minutes if they are complete up to the price. Otherwise only the open is certain, as neither the minutes nor a daily
 * bar of unknown age include all trades. Null if even the open is unknown.
 */
function sessionFiguresOf(
  { days, minutes }: NewestStored,
  { price, timeMs, dayMs }: { price: number; timeMs: number; dayMs: number },
): SessionFigures | null {
  const day = days.bars.find(({ time }) => time === dayMs);
  const soFar = minutes.session?.dayMs === dayMs ? minutes.session : null;
  const isUpToDate = timeMs <= minutes.covered.toMs;
  const known = day?.isFinal ? day : isUpToDate ? soFar : null;
  if (known) {
    const { open, high, low, volume } = known;
    return { open, high: Math.max(high, price), low: Math.min(low, price), volume };
  }
  const open = soFar?.open ?? day?.open;
  return open === undefined ? null : { open, high: null, low: null, volume: null };
}
