import { DAY_MS, MINUTE_MS, periodStartMs } from '@moneytrail/calendar';
import { MINUTE_BUCKET, utcBucket } from '../market/bucket.ts';
import { type Candle, mergeCandles } from '../market/candle.ts';
import type { Market } from '../market/market.ts';
import { firstDayOf } from '../market/market-instrument.ts';
import type { BitfinexInstrument } from './listings.ts';

/** A Monday: fortnights are counted from it. */
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

/** Whether a time frame exists. */
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
 * What `hist` answers: at most `limit` rows between `startMs` and `endMs`, both inclusive;
 * the newest of them, newest first, or with `isAscending` the oldest, oldest first.
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
