import type { Quote } from '@moneytrail/contract';
import type { InstrumentTick } from '../../../bus/index.ts';

/** The quote after a tick; what the tick does not tell stays as it was, and a late tick changes nothing. */
export function nextQuote(quote: Quote | null, tick: InstrumentTick): Quote {
  if (quote && tick.timeMs < quote.timeMs) return quote;
  return {
    price: tick.price,
    timeMs: tick.timeMs,
    bid: tick.bid ?? quote?.bid ?? null,
    ask: tick.ask ?? quote?.ask ?? null,
    previousClose: tick.previousClose ?? quote?.previousClose ?? null,
  };
}
