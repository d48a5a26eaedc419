import { barClosesAtMs, type Resolution, tradingDateOf } from '@moneytrail/calendar';
import type { Bar, Quote } from '@moneytrail/contract';
import type { InstrumentTick } from '../../../bus/index.ts';
import type { Instrument } from '../../catalogue/index.ts';

/** The quote after a tick; what the tick does not carry stays as it was. */
export function nextQuote(quote: Quote | null, tick: InstrumentTick): Quote {
  return {
    price: tick.price,
    timeMs: tick.timeMs,
    bid: tick.bid ?? quote?.bid ?? null,
    ask: tick.ask ?? quote?.ask ?? null,
    previousClose: tick.previousClose ?? quote?.previousClose ?? null,
  };
}

/** The close of the newest trading date before the one a quote belongs to; null where it is not stored. */
export function previousCloseOf(
  instrument: Instrument,
  days: readonly Bar[],
  quote: Pick<Quote, 'timeMs'>,
): number | null {
  // A quote of the moment a session ends belongs to that session.
  const date = tradingDateOf(instrument.hours, quote.timeMs - 1);
  return days.findLast(({ time }) => time < date)?.close ?? null;
}

/** The quote that stored bars give before the first tick: their last close, as old as it is. */
export function storedQuote(
  instrument: Instrument,
  resolution: Resolution,
  last: Bar,
  nowMs: number,
): Quote {
  const endMs = barClosesAtMs(instrument.hours, resolution, last.time);
  const timeMs = Math.min(nowMs, endMs);
  return { price: last.close, timeMs, bid: null, ask: null, previousClose: null };
}
