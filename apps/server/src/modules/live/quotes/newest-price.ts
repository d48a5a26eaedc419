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
import type { NewestStored, StoredBar } from '../../bars/index.ts';
import { type SessionFigures, sessionFiguresOf } from './session-figures.ts';

/** A price with the moment it is known to be as new as, and the trading date it belongs to, 00:00 UTC. */
type DatedPrice = { price: number; timeMs: number; dayMs: number };

export type NewestPrice = Omit<DatedPrice, 'dayMs'> & {
  previousClose: number | null;
  /** The trading date where a newer session has begun since; null for a price of the newest one. */
  pastDayMs: number | null;
  /** What is known of the session that the price belongs to; null where nothing is. */
  session: SessionFigures | null;
};

/** A bar that was still forming when it was stored may be as old as its beginning. */
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

/** A tick of the moment a session ends belongs to that session. */
function datedTick(hours: MarketHours, { price, timeMs }: Pick<Quote, 'price' | 'timeMs'>) {
  return { price, timeMs, dayMs: tradingDateOf(hours, timeMs - 1) };
}

/**
 * The close of the trading date before the one a price belongs to. Null where the feed has not answered for every date
 * between the two after it was over: the last stored close may be of another session then.
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

/** The newest of what is known of an instrument's price, null where nothing is; of two as new as each other the day's close. */
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
