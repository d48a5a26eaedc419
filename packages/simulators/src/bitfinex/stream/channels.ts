import type { Market } from '../../market/market.ts';
import { tickerRow, tradeRow } from '../board.ts';
import { type CandleRow, candleHistory, candleRows } from '../candles.ts';
import type { BitfinexInstrument } from '../listings.ts';

const SNAPSHOT_CANDLES = 240;
const SNAPSHOT_TRADES = 30;

/** One subscription of one connection: what it says first and what has happened since it spoke last. */
export type Channel = {
  /** Equal for equal subscriptions. */
  id: string;
  /** What the confirmation repeats. */
  describe: Readonly<Record<string, string>>;
  snapshot: () => unknown;
  /** Payloads of the messages to send, in order. */
  updates: () => unknown[][];
  lastSentMs: number;
};

function isSameRow(one: readonly number[] | undefined, other: readonly number[]): boolean {
  return one?.every((value, index) => value === other[index]) ?? false;
}

/** Candles: every state of the newest one, and the last state of the one before when a new one begins. */
export function candleChannel(
  market: Market,
  instrument: BitfinexInstrument,
  frame: string,
  key: string,
): Channel {
  let last: CandleRow | undefined;
  return {
    id: `candles ${key}`,
    describe: { channel: 'candles', key },
    lastSentMs: market.now(),
    snapshot: () => {
      const query = {
        frame,
        startMs: 0,
        endMs: market.now(),
        limit: SNAPSHOT_CANDLES,
        isAscending: false,
      };
      const rows = candleHistory(market, instrument, query);
      last = rows[0];
      return rows;
    },
    updates: () => {
      const fromMs = last?.[0] ?? market.now();
      const rows = candleRows(market, instrument, frame, { fromMs, toMs: market.now() + 1 });
      const changed = rows.filter((row) => !isSameRow(last, row));
      last = rows.at(-1) ?? last;
      return changed.map((row) => [row]);
    },
  };
}

/** The ticker, whenever it differs from the one sent last. */
export function tickerChannel(market: Market, instrument: BitfinexInstrument): Channel {
  let last: number[] | undefined;
  const { symbol, pair } = instrument;
  return {
    id: `ticker ${symbol}`,
    describe: { channel: 'ticker', symbol, pair },
    lastSentMs: market.now(),
    snapshot: () => {
      last = tickerRow(market, instrument);
      return last;
    },
    updates: () => {
      const next = tickerRow(market, instrument);
      const isNew = !isSameRow(last, next);
      last = next;
      return isNew ? [[next]] : [];
    },
  };
}

/** Trades: each is sent twice, as executed (`te`) and as booked (`tu`). */
export function tradeChannel(market: Market, instrument: BitfinexInstrument): Channel {
  const { symbol, pair } = instrument;
  let sentUntilMs = market.now();
  return {
    id: `trades ${symbol}`,
    describe: { channel: 'trades', symbol, pair },
    lastSentMs: market.now(),
    snapshot: () => {
      sentUntilMs = market.now();
      const range = { fromMs: sentUntilMs - 60 * 60_000, toMs: sentUntilMs };
      return market
        .trades(instrument.market, range)
        .slice(-SNAPSHOT_TRADES)
        .reverse()
        .map(tradeRow);
    },
    updates: () => {
      const range = { fromMs: sentUntilMs + 1, toMs: market.now() };
      sentUntilMs = Math.max(sentUntilMs, market.now());
      return market.trades(instrument.market, range).flatMap((trade) => [
        ['te', tradeRow(trade)],
        ['tu', tradeRow(trade)],
      ]);
    },
  };
}
