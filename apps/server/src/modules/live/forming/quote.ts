import {
  barClosesAtMs,
  barOpensAtMs,
  DAY_MS,
  type MarketHours,
  type Resolution,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { Quote } from '@moneytrail/contract';
import type { InstrumentTick } from '../../../bus/index.ts';
import { previousCloseOf } from '../quotes/newest-price.ts';
import type { Newest } from './read-newest.ts';

/** A price with the moment it is known to be as new as, and the trading date it belongs to, 00:00 UTC. */
type DatedPrice = Pick<Quote, 'price' | 'timeMs'> & { dayMs: number };

/** The quote after a tick; what the tick does not carry stays as it was. */
export function nextQuote(
  quote: Quote | null,
  tick: InstrumentTick,
  previousClose: number | null,
): Quote {
  return {
    price: tick.price,
    timeMs: tick.timeMs,
    bid: tick.bid ?? quote?.bid ?? null,
    ask: tick.ask ?? quote?.ask ?? null,
    previousClose: tick.previousClose ?? previousClose,
  };
}

/** The last close of stored bars. Of a bar that may have been forming when it was stored it may be as old as its beginning. */
export function storedPrice(
  hours: MarketHours,
  resolution: Resolution,
  { bars, finalCount }: Newest,
): DatedPrice | null {
  const last = bars.at(-1);
  if (!last) return null;
  if (finalCount < bars.length) {
    const timeMs = barOpensAtMs(hours, resolution, last.time);
    return { price: last.close, timeMs, dayMs: tradingDateOf(hours, timeMs) };
  }
  const timeMs = barClosesAtMs(hours, resolution, last.time);
  // The moment a session ends belongs to that session.
  return { price: last.close, timeMs, dayMs: tradingDateOf(hours, timeMs - 1) };
}

/** The close before a trading date as newest days tell it; null where the feed has not answered for every date between. */
export function closeBefore(
  hours: MarketHours,
  { bars, finalCount }: Newest,
  dayMs: number,
): number | null {
  const lastFinal = bars[finalCount - 1];
  const [first] = bars;
  if (!first || !lastFinal) return null;
  const covered = { fromMs: first.time, toMs: lastFinal.time + DAY_MS };
  return previousCloseOf(hours, { bars, covered }, dayMs);
}
