import { DAY_MS, MINUTE_MS, periodStartMs } from '@moneytrail/calendar';
import { MINUTE_BUCKET, utcBucket } from '../market/bucket.ts';
import { type Candle, mergeCandles } from '../market/candle.ts';
import type { Market, Trade } from '../market/market.ts';
import { firstDayOf, priceOfUnits, priceToUnits } from '../market/market-instrument.ts';
import type { BitfinexInstrument } from './listings.ts';

const FIRST_ORDER_ID = 170_000_000_000;

/** A price a number of minimum moves away. */
function beside(instrument: BitfinexInstrument, price: number, moves: number): number {
  const { scale } = instrument.market;
  return priceOfUnits(scale, priceToUnits(scale, price) + moves);
}

/** `[BID, BID_SIZE, ASK, ASK_SIZE, DAILY_CHANGE, DAILY_CHANGE_RELATIVE, LAST_PRICE, VOLUME, HIGH, LOW]` over 24 hours. */
export function tickerRow(market: Market, instrument: BitfinexInstrument): number[] {
  const toMs = market.now() + 1;
  const fromMs = toMs - DAY_MS;
  const whole = { lengthMs: DAY_MS, of: () => () => fromMs };
  const [day] = market.bars(instrument.market, { fromMs, toMs }, whole);
  const last = day?.close ?? 0;
  const change = last - (day?.open ?? last);
  return [
    beside(instrument, last, -1),
    12.5,
    beside(instrument, last, 1),
    9.75,
    Number(change.toFixed(instrument.decimals)),
    day ? Number((change / day.open).toFixed(8)) : 0,
    last,
    day?.volume ?? 0,
    day?.high ?? last,
    day?.low ?? last,
  ];
}

/** `[ID, MTS, AMOUNT, PRICE]`; a negative amount is a sale. */
export function tradeRow({ id, timeMs, volume, isSell, price }: Trade): number[] {
  return [id, timeMs, isSell ? -volume : volume, price];
}

/**
 * Levels of the book, bids best first, then asks best first; amounts of asks are negative. `[PRICE, COUNT, AMOUNT]`, or
 * one row per order, `[ID, PRICE, AMOUNT]`, if the book is raw.
 */
export function bookRows(
  market: Market,
  instrument: BitfinexInstrument,
  book: { levels: number; isRaw: boolean },
): number[][] {
  const last = market.snapshot(instrument.market)?.price ?? 0;
  const side = (direction: 1 | -1) =>
    Array.from({ length: book.levels }, (_, level) => {
      const price = beside(instrument, last, direction * (level + 1));
      const amount = -direction * Number((0.5 + level * 0.35).toFixed(8));
      const id = FIRST_ORDER_ID + 2 * level + (direction > 0 ? 1 : 0);
      return book.isRaw ? [id, price, amount] : [price, 1 + (level % 4), amount];
    });
  return [...side(-1), ...side(1)];
}

/** A Monday, from which fortnights are counted. */
const FORTNIGHT_ORIGIN_MS = Date.UTC(1970, 0, 5);

/** `[MTS, OPEN, CLOSE, HIGH, LOW, VOLUME]` */
export type CandleRow = [number, number, number, number, number, number];

const INTRADAY_MINUTES: Readonly<Record<string, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '3h': 180,
  '4h': 240,
  '6h': 360,
  '12h': 720,
};

const PERIODS: Readonly<Record<string, { days: number; startOf: (dayMs: number) => number }>> = {
  '1D': { days: 1, startOf: (dayMs) => dayMs },
  '7D': { days: 7, startOf: (dayMs) => periodStartMs('1W', dayMs) },
  '1W': { days: 7, startOf: (dayMs) => periodStartMs('1W', dayMs) },
  '14D': {
    days: 14,
    startOf: (dayMs) => dayMs - ((dayMs - FORTNIGHT_ORIGIN_MS) % (14 * DAY_MS)),
  },
  '1M': { days: 31, startOf: (dayMs) => periodStartMs('1M', dayMs) },
};

export function isTimeFrame(frame: string): boolean {
  return frame in INTRADAY_MINUTES || frame in PERIODS;
}

function lengthOf(frame: string): number {
  return (INTRADAY_MINUTES[frame] ?? 0) * MINUTE_MS || (PERIODS[frame]?.days ?? 1) * DAY_MS;
}

function candlesBetween(
  market: Market,
  instrument: BitfinexInstrument,
  frame: string,
  range: Range,
): Candle[] {
  const period = PERIODS[frame];
  if (!period) {
    const minutes = INTRADAY_MINUTES[frame] ?? 1;
    const bucket = minutes === 1 ? MINUTE_BUCKET : utcBucket(minutes * MINUTE_MS);
    return market.bars(instrument.market, range, bucket);
  }
  const firstMs = period.startOf(Math.floor(range.fromMs / DAY_MS) * DAY_MS);
  const lastMs = range.toMs + (period.days - 1) * DAY_MS;
  const days = market.days(instrument.market, { fromMs: firstMs, toMs: lastMs });
  return mergeCandles(days, period.startOf).filter(
    ({ timeMs }) => timeMs >= range.fromMs && timeMs < range.toMs,
  );
}

type Range = { fromMs: number; toMs: number };

function rowOf({ timeMs, open, close, high, low, volume }: Candle): CandleRow {
  return [timeMs, open, close, high, low, volume];
}

/** Rows that start in `[fromMs, toMs)`, oldest first; minutes without trades are missing. */
export function candleRows(
  market: Market,
  instrument: BitfinexInstrument,
  frame: string,
  range: Range,
): CandleRow[] {
  return candlesBetween(market, instrument, frame, range).map(rowOf);
}

/**
 * The response of `hist`: at most `limit` rows between `startMs` and `endMs`, both inclusive; the newest of them,
 * newest first, or with `isAscending` the oldest, oldest first.
 */
export function candleHistory(
  market: Market,
  instrument: BitfinexInstrument,
  query: { frame: string; startMs: number; endMs: number; limit: number; isAscending: boolean },
): CandleRow[] {
  const { frame, limit, isAscending } = query;
  const firstMs = Math.max(query.startMs, firstDayOf(instrument.market));
  const lastMs = Math.min(query.endMs, market.now());
  const stepMs = Math.ceil(limit * 1.1 + 1) * lengthOf(frame);
  let rows: CandleRow[] = [];
  let reachedMs = isAscending ? firstMs : lastMs + 1;
  while (rows.length < limit && (isAscending ? reachedMs <= lastMs : reachedMs > firstMs)) {
    const range = isAscending
      ? { fromMs: reachedMs, toMs: Math.min(reachedMs + stepMs, lastMs + 1) }
      : { fromMs: Math.max(reachedMs - stepMs, firstMs), toMs: reachedMs };
    const found = candleRows(market, instrument, frame, range);
    rows = isAscending ? [...rows, ...found] : [...found, ...rows];
    reachedMs = isAscending ? range.toMs : range.fromMs;
  }
  return isAscending ? rows.slice(0, limit) : rows.slice(-limit).reverse();
}
