import { DAY_MS, MARKET_HOURS, MINUTE_MS, wallToUtcMs, zoneOffsetMs } from '@moneytrail/calendar';
import { type Bucket, MINUTE_BUCKET, sessionBucket, wallClockBucket } from '../market/bucket.ts';
import type { Candle } from '../market/candle.ts';
import type { Market } from '../market/market.ts';
import { firstDayOf } from '../market/market-instrument.ts';
import type { Request, Route } from '../server/provider.ts';
import type { FmpInstrument } from './listings.ts';
import type { Selection } from './requests.ts';

const ZONE = 'America/New_York';
/** Documented: older rows of a longer range are dropped silently. */
const MAX_DAILY_ROWS = 5_000;
/** The span without `from`. */
const DEFAULT_DAILY_SPAN_MS = 5 * 365 * DAY_MS;

/** The minutes of each interval, and the number of calendar days in one response; the newest are kept. */
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

/** `YYYY-MM-DD` */
export function dateText(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10);
}

/** New York's wall clock without a zone: FMP's format for bars of every asset. */
function naiveNewYork(timeMs: number): string {
  return new Date(timeMs + zoneOffsetMs(ZONE, timeMs)).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Stocks count hours from the open and their last 4-hour bar ends at 16:30; everything else follows New York's clock.
 */
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

/** `/historical-chart/{interval}`: newest first, no symbol, keys in FMP's order. An unknown interval is empty. */
function intradayRows(market: Market, instrument: FmpInstrument, request: Request): unknown[] {
  const interval = INTERVALS[request.params.interval ?? ''];
  if (!interval) return [];
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

/** Days newest first, limited to one response. */
function dailyCandles(market: Market, instrument: FmpInstrument, request: Request): Candle[] {
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

/** FMP's `change` is close less open, and its `vwap` a plain mean. */
function fullRow({ symbol, market }: FmpInstrument, day: Candle): unknown {
  const { decimals } = market.scale;
  const change = rounded(day.close - day.open, decimals);
  const mean = (day.open + day.high + day.low + day.close) / 4;
  return {
    symbol,
    date: dateText(day.timeMs),
    open: day.open,
    high: day.high,
    low: day.low,
    close: day.close,
    volume: day.volume,
    change,
    changePercent: rounded((change / day.open) * 100, 5),
    vwap: rounded(mean, Math.max(decimals, 4)),
  };
}

function lightRow({ symbol }: FmpInstrument, { timeMs, close, volume }: Candle): unknown {
  return { symbol, date: dateText(timeMs), price: close, volume };
}

/** The simulated shares have neither splits nor dividends, so adjusted prices equal prices. */
function adjustedRow({ symbol }: FmpInstrument, day: Candle): unknown {
  const { timeMs, open, high, low, close, volume } = day;
  return {
    symbol,
    date: dateText(timeMs),
    adjOpen: open,
    adjHigh: high,
    adjLow: low,
    adjClose: close,
    volume,
  };
}

export function historyHandlers(
  market: Market,
  selection: Selection,
): Record<string, Route['handle']> {
  const daily = (row: (instrument: FmpInstrument, day: Candle) => unknown) =>
    selection.one((instrument, request) =>
      dailyCandles(market, instrument, request).map((day) => row(instrument, day)),
    );
  return {
    'historical-price-eod/full': daily(fullRow),
    'historical-price-eod/light': daily(lightRow),
    'historical-price-eod/non-split-adjusted': daily(adjustedRow),
    'historical-price-eod/dividend-adjusted': daily(adjustedRow),
    'historical-chart/:interval': selection.one((instrument, request) =>
      intradayRows(market, instrument, request),
    ),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

/** A row of `/quote`: the change is from the previous close, the time stamp in seconds. */
function quoteRow(market: Market, instrument: FmpInstrument): unknown {
  const snapshot = market.snapshot(instrument.market);
  if (!snapshot) return null;
  const { price, day, previousClose, timeMs } = snapshot;
  const { decimals } = instrument.market.scale;
  const year = market.days(instrument.market, {
    fromMs: day.timeMs - 365 * DAY_MS,
    toMs: day.timeMs + 1,
  });
  const closes = year.map(({ close }) => close);
  const change = rounded(price - previousClose, decimals);
  return {
    symbol: instrument.symbol,
    name: instrument.name,
    price,
    changePercentage: rounded((change / previousClose) * 100, 5),
    change,
    volume: day.volume,
    dayLow: day.low,
    dayHigh: day.high,
    yearHigh: Math.max(...year.map(({ high }) => high)),
    yearLow: Math.min(...year.map(({ low }) => low)),
    marketCap: instrument.kind === 'stock' ? Math.round(price * 1e9) : null,
    priceAvg50: rounded(mean(closes.slice(-50)), decimals + 2),
    priceAvg200: rounded(mean(closes.slice(-200)), decimals + 2),
    exchange: instrument.exchange,
    open: day.open,
    previousClose,
    timestamp: Math.floor(timeMs / 1_000),
  };
}

/** A row of `/quote-short` and of every batch of short quotes. */
function shortQuoteRow(market: Market, instrument: FmpInstrument): unknown {
  const snapshot = market.snapshot(instrument.market);
  if (!snapshot) return null;
  const change = rounded(snapshot.price - snapshot.previousClose, instrument.market.scale.decimals);
  return { symbol: instrument.symbol, price: snapshot.price, change, volume: snapshot.day.volume };
}

export function quoteHandlers(
  market: Market,
  selection: Selection,
): Record<string, Route['handle']> {
  const quote = (instrument: FmpInstrument) => quoteRow(market, instrument);
  const short = (instrument: FmpInstrument) => shortQuoteRow(market, instrument);
  return {
    quote: selection.one((instrument) => [quote(instrument)]),
    'quote-short': selection.one((instrument) => [short(instrument)]),
    'batch-quote': selection.many(quote),
    'batch-quote-short': selection.many(short),
    'batch-crypto-quotes': selection.kind('crypto', short),
    'batch-forex-quotes': selection.kind('forex', short),
    'batch-commodity-quotes': selection.kind('commodity', short),
    'batch-index-quotes': selection.kind('index', short),
    'batch-exchange-quote': selection.where(
      ({ exchange }, { query }) => exchange === query.exchange,
      short,
    ),
  };
}
