import { MARKET_HOURS, wallToUtcMs, zoneOffsetMs } from '@moneytrail/calendar';
import { type Bucket, MINUTE_BUCKET, sessionBucket, wallClockBucket } from '../market/bucket.ts';
import { MINUTE_MS } from '../market/day-path.ts';
import { type Candle, firstDayOf, type Market } from '../market/market.ts';
import type { Request } from '../server/answer.ts';
import type { FmpInstrument } from './listings.ts';

const ZONE = 'America/New_York';
const DAY_MS = 86_400_000;
/** Documented: older rows of a longer range are cut without a word. */
const MAX_DAILY_ROWS = 5_000;
/** Answered where no `from` is given. */
const DEFAULT_DAILY_SPAN_MS = 5 * 365 * DAY_MS;

/** Minutes of each interval, and the calendar days one answer covers at most: the newest are kept. */
const INTERVALS: Record<string, { minutes: number; maxDays: number }> = {
  '1min': { minutes: 1, maxDays: 3 },
  '5min': { minutes: 5, maxDays: 10 },
  '15min': { minutes: 15, maxDays: 45 },
  '30min': { minutes: 30, maxDays: 60 },
  '1hour': { minutes: 60, maxDays: 90 },
  '4hour': { minutes: 240, maxDays: 180 },
};

function dateMs(text: string | undefined): number | null {
  if (text === undefined) return null;
  const parsed = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(parsed) ? null : parsed;
}

/** `YYYY-MM-DD` of a date. */
export function dateText(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}

/** New York's wall clock without a word about its zone: how FMP stamps bars of every asset. */
function naiveNewYork(timeMs: number): string {
  return new Date(timeMs + zoneOffsetMs(ZONE, timeMs)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Stocks count hours from the open; their 4 hours end at 16:30; everything else follows New York's clock. */
function bucketOf(instrument: FmpInstrument, minutes: number): Bucket {
  if (minutes === 1) return MINUTE_BUCKET;
  const lengthMs = minutes * MINUTE_MS;
  if (instrument.hours !== 'us-stocks') return wallClockBucket(ZONE, lengthMs);
  if (minutes < 240) {
    const resolution = ({ 5: '5', 15: '15', 30: '30' } as const)[minutes] ?? '60';
    return sessionBucket(MARKET_HOURS['us-stocks'], resolution);
  }
  const clock = wallClockBucket(ZONE, lengthMs, 30 * MINUTE_MS);
  return {
    lengthMs,
    of: (session) => {
      const startOf = clock.of(session);
      return (minuteMs) => Math.max(startOf(minuteMs), session.openMs);
    },
  };
}

/** `/historical-chart/{interval}`: newest first, no symbol, keys in FMP's order. Null for an unknown interval. */
export function intradayRows(
  market: Market,
  instrument: FmpInstrument,
  request: Request,
): unknown[] | null {
  const interval = INTERVALS[request.params.interval ?? ''];
  if (!interval) return null;
  const nowMs = market.now();
  const today = Math.floor((nowMs + zoneOffsetMs(ZONE, nowMs)) / DAY_MS) * DAY_MS;
  const to = Math.min(dateMs(request.query.to) ?? today, today);
  const from = Math.max(dateMs(request.query.from) ?? 0, to - (interval.maxDays - 1) * DAY_MS);
  const range = { fromMs: wallToUtcMs(ZONE, from), toMs: wallToUtcMs(ZONE, to + DAY_MS) };
  const bars = market.bars(instrument.market, range, bucketOf(instrument, interval.minutes));
  return bars.reverse().map(({ timeMs, open, high, low, close, volume }) => ({
    date: naiveNewYork(timeMs),
    open,
    low,
    high,
    close,
    volume,
  }));
}

/** Days newest first, as many as one answer holds. */
export function dailyCandles(
  market: Market,
  instrument: FmpInstrument,
  request: Request,
): Candle[] {
  const to = dateMs(request.query.to) ?? market.now();
  const from = dateMs(request.query.from) ?? to - DEFAULT_DAILY_SPAN_MS;
  const begin = Math.max(from, firstDayOf(instrument.market));
  return market
    .days(instrument.market, { fromMs: begin, toMs: to + 1 })
    .slice(-MAX_DAILY_ROWS)
    .reverse();
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** A row of `/historical-price-eod/full`. `change` is close less open and `vwap` a plain mean: both as FMP has them. */
export function fullRow(instrument: FmpInstrument, day: Candle): unknown {
  const { decimals } = instrument.market.scale;
  const change = rounded(day.close - day.open, decimals);
  return {
    symbol: instrument.symbol,
    date: dateText(day.timeMs),
    open: day.open,
    high: day.high,
    low: day.low,
    close: day.close,
    volume: day.volume,
    change,
    changePercent: rounded((change / day.open) * 100, 5),
    vwap: rounded((day.open + day.high + day.low + day.close) / 4, Math.max(decimals, 2)),
  };
}

export function lightRow(instrument: FmpInstrument, day: Candle): unknown {
  return {
    symbol: instrument.symbol,
    date: dateText(day.timeMs),
    price: day.close,
    volume: day.volume,
  };
}

/** A row of the two adjusted endpoints; the simulated shares have neither splits nor dividends. */
export function adjustedRow(instrument: FmpInstrument, day: Candle): unknown {
  return {
    symbol: instrument.symbol,
    date: dateText(day.timeMs),
    adjOpen: day.open,
    adjHigh: day.high,
    adjLow: day.low,
    adjClose: day.close,
    volume: day.volume,
  };
}
