import { zoneOffsetMs } from '@moneytrail/calendar';
import type { Trade } from '../market/trades.ts';
import { offsetStamp, quoteAround } from './boards.ts';
import type { TiingoInstruments, TiingoPair, TiingoStock } from './listings.ts';

const ZONE = 'America/New_York';
const EXCHANGE = 'gdax';

/** Nanoseconds and New York's offset: how IEX is stamped. */
function newYorkStamp(timeMs: number): string {
  const offsetMs = zoneOffsetMs(ZONE, timeMs);
  const wall = new Date(timeMs + offsetMs).toISOString().replace('Z', '000000');
  return `${wall}-${String(-offsetMs / 3_600_000).padStart(2, '0')}:00`;
}

function cryptoTrade(pair: TiingoPair, { timeMs, volume, price }: Trade): unknown[] {
  return ['T', pair.ticker, offsetStamp(timeMs), EXCHANGE, volume, price];
}

function cryptoQuote(pair: TiingoPair, { timeMs, price }: Trade): unknown[] {
  const { bid, ask, mid } = quoteAround(pair, price);
  return ['Q', pair.ticker, offsetStamp(timeMs), EXCHANGE, 0.25, bid, mid, 0.2, ask];
}

function forexQuote(pair: TiingoPair, { timeMs, price }: Trade): unknown[] {
  const { bid, ask, mid } = quoteAround(pair, price);
  return ['Q', pair.ticker, offsetStamp(timeMs), 1_000_000, bid, mid, 1_000_000, ask];
}

function referencePrice(stock: TiingoStock, { timeMs, price }: Trade): unknown[] {
  return [newYorkStamp(timeMs), stock.ticker.toLowerCase(), price];
}

/** One service of the stream: its levels, its tickers and what it says of a trade. */
export type StreamService<Instrument extends TiingoPair | TiingoStock = TiingoPair | TiingoStock> =
  {
    service: string;
    levels: readonly number[];
    /** By lower-case ticker. */
    instruments: ReadonlyMap<string, Instrument>;
    rows: (instrument: Instrument, trade: Trade, level: number) => unknown[][];
  };

export function cryptoService({ crypto }: TiingoInstruments): StreamService<TiingoPair> {
  return {
    service: 'crypto_data',
    levels: [2, 5],
    instruments: crypto,
    rows: (pair, trade, level) =>
      level === 2
        ? [cryptoTrade(pair, trade), cryptoQuote(pair, trade)]
        : [cryptoTrade(pair, trade)],
  };
}

export function forexService({ forex }: TiingoInstruments): StreamService<TiingoPair> {
  return {
    service: 'fx',
    levels: [5],
    instruments: forex,
    rows: (pair, trade) => [forexQuote(pair, trade)],
  };
}

/** Only reference prices: the other levels want an agreement with the exchange. */
export function iexService({ stocks }: TiingoInstruments): StreamService<TiingoStock> {
  return {
    service: 'iex',
    levels: [6],
    instruments: new Map([...stocks].map(([ticker, stock]) => [ticker.toLowerCase(), stock])),
    rows: (stock, trade) => [referencePrice(stock, trade)],
  };
}
