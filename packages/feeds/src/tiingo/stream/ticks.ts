import type { Tick } from '../../feed.ts';
import type { TiingoService } from '../map.ts';
import * as wire from './wire.ts';

/** Turns the data of one service's stream into ticks; null where a message is not understood. */
export type StreamTicks = (data: unknown) => Tick[] | null;

/** Vendor's times have up to nine decimals and an offset. */
function timeMsOf(date: string): number {
  return Math.floor(Date.parse(date));
}

function bidAndAsk(bid: number | null, ask: number | null): Pick<Tick, 'bid' | 'ask'> {
  return { ...(bid === null ? {} : { bid }), ...(ask === null ? {} : { ask }) };
}

/**
 * Trades make prices. A quote, which comes far more often, only refreshes bid and ask beside the last trade's price,
 * at the last trade's time: it makes no bar.
 */
function createCryptoTicks(): StreamTicks {
  const lastTrades = new Map<string, Pick<Tick, 'price' | 'timeMs'>>();
  return (data) => {
    const trade = wire.tiingoCryptoTrade.safeParse(data).data;
    if (trade) {
      const [, ticker, date, , size, price] = trade;
      const code = ticker.toUpperCase();
      const last = { price, timeMs: timeMsOf(date) };
      lastTrades.set(code, last);
      return [{ code, ...last, ...(size === null ? {} : { volume: size }) }];
    }
    const quote = wire.tiingoCryptoQuote.safeParse(data).data;
    if (!quote) return null;
    const [, ticker, , , , bid, , , ask] = quote;
    const code = ticker.toUpperCase();
    const last = lastTrades.get(code);
    return last ? [{ code, ...last, ...bidAndAsk(bid, ask) }] : [];
  };
}

/** A currency pair's price is the middle of its quote; nothing is traded, so there is no volume. */
const fxTicks: StreamTicks = (data) => {
  const quote = wire.tiingoFxQuote.safeParse(data).data;
  if (!quote) return null;
  const [, ticker, date, , bid, mid, , ask] = quote;
  return [
    { code: ticker.toUpperCase(), timeMs: timeMsOf(date), price: mid, ...bidAndAsk(bid, ask) },
  ];
};

const iexTicks: StreamTicks = (data) => {
  const reference = wire.tiingoIexPrice.safeParse(data).data;
  if (!reference) return null;
  const [date, ticker, price] = reference;
  return [{ code: ticker.toUpperCase(), timeMs: timeMsOf(date), price }];
};

/** The reader of a service's stream; each connection has its own. */
export function createStreamTicks(service: TiingoService): StreamTicks {
  if (service === 'crypto') return createCryptoTicks();
  return service === 'fx' ? fxTicks : iexTicks;
}
