import type { OutrightInstrument } from '../market/market-instrument.ts';
import type { UnderlyingId } from '../market/underlyings.ts';
import { outrightOf } from '../market/underlyings.ts';

type Common = { ticker: string; name: string; market: OutrightInstrument };
export type TiingoStock = Common & {
  assetType: 'Stock' | 'ETF';
  exchangeCode: string;
  permaTicker: string;
};
export type TiingoPair = Common & { base: string; quote: string };

export type TiingoInstruments = {
  /** By upper-case ticker. */
  stocks: ReadonlyMap<string, TiingoStock>;
  /** By lower-case ticker. */
  crypto: ReadonlyMap<string, TiingoPair>;
  forex: ReadonlyMap<string, TiingoPair>;
};

/** Stocks: ticker (also the underlying), name, kind, exchange. */
export const TIINGO_STOCKS: readonly [UnderlyingId, string, 'Stock' | 'ETF', string][] = [
  ['AAPL', 'Apple Inc', 'Stock', 'NASDAQ'],
  ['TSLA', 'Tesla Inc', 'Stock', 'NASDAQ'],
  ['GOOGL', 'Alphabet Inc - Class A', 'Stock', 'NASDAQ'],
  ['COKE', 'Coca-Cola Consolidated Inc', 'Stock', 'NASDAQ'],
  ['MSFT', 'Microsoft Corporation', 'Stock', 'NASDAQ'],
  ['BRK-B', 'Berkshire Hathaway Inc - Class B', 'Stock', 'NYSE'],
  ['SPY', 'SPDR S&P 500 ETF Trust', 'ETF', 'NYSE ARCA'],
];

/** Coins against the dollar: underlying and name. */
export const TIINGO_CRYPTO: readonly [UnderlyingId, string][] = [
  ['BTCUSD', 'Bitcoin'],
  ['ETHUSD', 'Ethereum'],
  ['LTCUSD', 'Litecoin'],
  ['SOLUSD', 'Solana'],
  ['XRPUSD', 'XRP'],
  ['ADAUSD', 'Cardano'],
];

export const TIINGO_FOREX: readonly UnderlyingId[] = [
  'EURUSD',
  'GBPUSD',
  'AUDUSD',
  'USDJPY',
  'USDZAR',
  'XAUUSD',
];

/** All listed instruments with their prices. */
export function tiingoInstruments(anchorMs: number): TiingoInstruments {
  const stocks = TIINGO_STOCKS.map(([ticker, name, assetType, exchangeCode], index) => {
    const permaTicker = `US${String(38 + index).padStart(12, '0')}`;
    const market = outrightOf(ticker, {}, anchorMs);
    return [ticker, { ticker, name, assetType, exchangeCode, permaTicker, market }] as const;
  });
  const crypto = TIINGO_CRYPTO.map(([id, coin]) => {
    const ticker = id.toLowerCase();
    const [base, quote] = [ticker.slice(0, -3), ticker.slice(-3)];
    const name = `${coin} (${base.toUpperCase()}/${quote.toUpperCase()})`;
    return [ticker, { ticker, name, base, quote, market: outrightOf(id, {}, anchorMs) }] as const;
  });
  const forex = TIINGO_FOREX.map((id) => {
    const ticker = id.toLowerCase();
    const [base, quote] = [ticker.slice(0, 3), ticker.slice(3)];
    return [
      ticker,
      { ticker, name: id, base, quote, market: outrightOf(id, {}, anchorMs) },
    ] as const;
  });
  return { stocks: new Map(stocks), crypto: new Map(crypto), forex: new Map(forex) };
}
