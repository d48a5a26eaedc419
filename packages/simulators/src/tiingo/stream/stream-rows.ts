import { zoneOffsetMs } from '@moneytrail/calendar';
import type { Trade } from '../../market/trades.ts';
import { offsetStamp, quoteAround } from '../boards.ts';
import type { TiingoPair, TiingoStock } from '../listings.ts';

const ZONE = 'America/New_York';
const EXCHANGE = 'gdax';

/** Nanoseconds and New York's offset: how IEX is stamped. */
function newYorkStamp(timeMs: number): string {
  const offsetMs = zoneOffsetMs(ZONE, timeMs);
  const wall = new Date(timeMs + offsetMs).toISOString().replace('Z', '000000');
  return `${wall}-${String(-offsetMs / 3_600_000).padStart(2, '0')}:00`;
}

/** `["T", ticker, date, exchange, lastSize, lastPrice]` */
export function cryptoTrade(pair: TiingoPair, { timeMs, volume, price }: Trade): unknown[] {
  return ['T', pair.ticker, offsetStamp(timeMs), EXCHANGE, volume, price];
}

/** `["Q", ticker, date, exchange, bidSize, bidPrice, mid, askSize, askPrice]` */
export function cryptoQuote(pair: TiingoPair, { timeMs, price }: Trade): unknown[] {
  const { bid, ask, mid } = quoteAround(pair, price);
  return ['Q', pair.ticker, offsetStamp(timeMs), EXCHANGE, 0.25, bid, mid, 0.2, ask];
}

/** `["Q", ticker, date, bidSize, bidPrice, mid, askSize, askPrice]` */
export function forexQuote(pair: TiingoPair, { timeMs, price }: Trade): unknown[] {
  const { bid, ask, mid } = quoteAround(pair, price);
  return ['Q', pair.ticker, offsetStamp(timeMs), 1_000_000, bid, mid, 1_000_000, ask];
}

/** `[date, ticker, referencePrice]` */
export function referencePrice(stock: TiingoStock, { timeMs, price }: Trade): unknown[] {
  return [newYorkStamp(timeMs), stock.ticker.toLowerCase(), price];
}
