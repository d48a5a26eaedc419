import type { Market } from '../../market/market.ts';
import type { Trade } from '../../market/trades.ts';
import type { TiingoInstruments, TiingoPair, TiingoStock } from '../listings.ts';
import { cryptoQuote, cryptoTrade, forexQuote, referencePrice } from './stream-rows.ts';

/** One service of the stream. */
export type StreamService = {
  name: string;
  /** The threshold levels it accepts. */
  levels: readonly number[];
  /** Every ticker it has, in lower case. */
  tickers: readonly string[];
  /** `data` arrays of what has traded in `[fromMs, toMs]`; none for an unknown ticker. */
  rowsOf: (ticker: string, level: number, range: { fromMs: number; toMs: number }) => unknown[][];
};

function serviceOf<Instrument extends TiingoPair | TiingoStock>(
  market: Market,
  service: {
    name: string;
    levels: readonly number[];
    instruments: ReadonlyMap<string, Instrument>;
    rows: (instrument: Instrument, trade: Trade, level: number) => unknown[][];
  },
): StreamService {
  const { name, levels, instruments, rows } = service;
  return {
    name,
    levels,
    tickers: [...instruments.keys()],
    rowsOf: (ticker, level, range) => {
      const instrument = instruments.get(ticker);
      if (!instrument) return [];
      return market
        .trades(instrument.market, range)
        .flatMap((trade) => rows(instrument, trade, level));
    },
  };
}

/** The services by path. IEX has reference prices only: its other levels want an agreement with the exchange. */
export function createStreamServices(
  market: Market,
  { crypto, forex, stocks }: TiingoInstruments,
): ReadonlyMap<string, StreamService> {
  const stocksByTicker = new Map(
    [...stocks].map(([ticker, stock]) => [ticker.toLowerCase(), stock] as const),
  );
  return new Map([
    [
      '/crypto',
      serviceOf(market, {
        name: 'crypto_data',
        levels: [2, 5],
        instruments: crypto,
        rows: (pair, trade, level) =>
          level === 2
            ? [cryptoTrade(pair, trade), cryptoQuote(pair, trade)]
            : [cryptoTrade(pair, trade)],
      }),
    ],
    [
      '/fx',
      serviceOf(market, {
        name: 'fx',
        levels: [5],
        instruments: forex,
        rows: (pair, trade) => [forexQuote(pair, trade)],
      }),
    ],
    [
      '/iex',
      serviceOf(market, {
        name: 'iex',
        levels: [6],
        instruments: stocksByTicker,
        rows: (stock, trade) => [referencePrice(stock, trade)],
      }),
    ],
  ]);
}
