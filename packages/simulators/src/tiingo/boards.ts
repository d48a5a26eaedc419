import { isMarketOpen } from '@moneytrail/calendar';
import type { Market } from '../market/market.ts';
import { priceOfUnits, priceToUnits } from '../market/market-instrument.ts';
import type { TiingoPair, TiingoStock } from './listings.ts';

type Row = Record<string, unknown>;

/** Bid and ask one minimum move around a price, and the middle. */
export function quoteAround(
  instrument: TiingoPair | TiingoStock,
  price: number,
): { bid: number; ask: number; mid: number } {
  const { scale } = instrument.market;
  const units = priceToUnits(scale, price);
  const [bid, ask] = [priceOfUnits(scale, units - 1), priceOfUnits(scale, units + 1)];
  return { bid, ask, mid: price };
}

/** The time format of crypto and forex: microseconds and an offset. */
export function offsetStamp(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('Z', '000+00:00');
}

/** A row of `/iex/`. Nine fields of quotes and sales are null while the market is closed. */
export function iexRow(market: Market, stock: TiingoStock): Row | null {
  const snapshot = market.snapshot(stock.market);
  if (!snapshot) return null;
  const { price, timeMs, day, previousClose } = snapshot;
  const isOpen = isMarketOpen(stock.market.hours, market.now());
  const whenOpen = <Value>(value: Value): Value | null => (isOpen ? value : null);
  const { bid, ask, mid } = quoteAround(stock, price);
  const stamp = new Date(timeMs).toISOString().replace('.000Z', '+00:00');
  return {
    ticker: stock.ticker,
    timestamp: stamp,
    lastSaleTimestamp: whenOpen(stamp),
    quoteTimestamp: whenOpen(stamp),
    open: day.open,
    high: day.high,
    low: day.low,
    mid: whenOpen(mid),
    tngoLast: price,
    last: whenOpen(price),
    lastSize: whenOpen(100),
    bidSize: whenOpen(200),
    bidPrice: whenOpen(bid),
    askPrice: whenOpen(ask),
    askSize: whenOpen(300),
    volume: day.volume,
    prevClose: previousClose,
  };
}

/** A row of `/tiingo/fx/top`. */
export function forexTopRow(market: Market, pair: TiingoPair): Row | null {
  const snapshot = market.snapshot(pair.market);
  if (!snapshot) return null;
  const { bid, ask, mid } = quoteAround(pair, snapshot.price);
  return {
    ticker: pair.ticker,
    quoteTimestamp: offsetStamp(snapshot.timeMs),
    bidPrice: bid,
    bidSize: 1_000_000,
    askPrice: ask,
    askSize: 1_000_000,
    midPrice: mid,
  };
}

/** A row of `/tiingo/crypto/top`. */
export function cryptoTopRow(market: Market, pair: TiingoPair): Row | null {
  const snapshot = market.snapshot(pair.market);
  if (!snapshot) return null;
  const { bid, ask } = quoteAround(pair, snapshot.price);
  const stamp = offsetStamp(snapshot.timeMs);
  const top = {
    quoteTimestamp: stamp,
    lastSaleTimestamp: stamp,
    bidSize: 0.25,
    bidPrice: bid,
    askSize: 0.2,
    askPrice: ask,
    lastSize: 0.01,
    lastSizeNotional: 0.01 * snapshot.price,
    lastPrice: snapshot.price,
    bidExchange: 'GDAX',
    askExchange: 'GDAX',
    lastExchange: 'GDAX',
  };
  return {
    ticker: pair.ticker,
    baseCurrency: pair.base,
    quoteCurrency: pair.quote,
    topOfBookData: [top],
  };
}
