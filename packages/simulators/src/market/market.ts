import { sessionOf, tradingDateOf, tradingDayUntil } from '@moneytrail/calendar';
import type { Bucket } from './bucket.ts';
import { rowOn } from './day-history.ts';
import { createPathCache, type DayPath, MINUTE_MS, minuteAt, type PathOf } from './day-path.ts';
import type { MarketInstrument } from './market-instrument.ts';
import type { UnitBar } from './minute-path.ts';
import { type PriceScale, priceOfUnits, priceToUnits, volumeOfUnits } from './price-scale.ts';
import { type Trade, tradesBetween } from './trades.ts';

const DAY_MS = 86_400_000;
/** No session lasts longer after 00:00 UTC of its date: most of the answer needs no look at the calendar. */
const LONGEST_SESSION_AFTER_DATE_MS = 2 * DAY_MS;

/** A bar in decimal prices; `timeMs` is its start, for a day 00:00 UTC of the trading date. */
export type Candle = {
  timeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** What a board shows of an instrument at a moment: its session so far and the one before. */
export type Snapshot = {
  price: number;
  /** The second of the last trade. */
  timeMs: number;
  day: Candle;
  previousClose: number;
};

export type Market = {
  now: () => number;
  /** Bars whose start lies in `[fromMs, toMs)`, ascending, as known now; the last may be forming. */
  bars: (
    instrument: MarketInstrument,
    range: { fromMs: number; toMs: number },
    bucket: Bucket,
  ) => Candle[];
  /** Days whose date lies in `[fromMs, toMs)`, ascending; today's as far as it has gone. */
  days: (instrument: MarketInstrument, range: { fromMs: number; toMs: number }) => Candle[];
  /** The last price and its day; null before the instrument's first trade. */
  snapshot: (instrument: MarketInstrument) => Snapshot | null;
  /** Trades in `[fromMs, toMs]`, ascending, none later than now. */
  trades: (instrument: MarketInstrument, range: { fromMs: number; toMs: number }) => Trade[];
};

type Environment = { now: () => number; pathOf: PathOf };

function candleOf(scale: PriceScale, timeMs: number, bar: UnitBar): Candle {
  return {
    timeMs,
    open: priceOfUnits(scale, bar.open),
    high: priceOfUnits(scale, bar.high),
    low: priceOfUnits(scale, bar.low),
    close: priceOfUnits(scale, bar.close),
    volume: volumeOfUnits(scale, bar.volume),
  };
}

/** Adds a later bar to an earlier one. */
function absorb(into: UnitBar, later: UnitBar): void {
  into.high = Math.max(into.high, later.high);
  into.low = Math.min(into.low, later.low);
  into.close = later.close;
  into.volume += later.volume;
}

/** Minutes of a path that have begun by a moment, with the second the last of them has reached. */
function progressOf(path: DayPath, nowMs: number): { begun: number; second: number } {
  const passedMs = nowMs - path.session.openMs;
  if (passedMs < 0) return { begun: 0, second: 0 };
  if (nowMs >= path.session.closeMs) return { begun: path.count, second: 59 };
  return {
    begun: Math.floor(passedMs / MINUTE_MS) + 1,
    second: Math.floor((passedMs % MINUTE_MS) / 1_000),
  };
}

function barsOf(
  { now, pathOf }: Environment,
  instrument: MarketInstrument,
  range: { fromMs: number; toMs: number },
  bucket: Bucket,
): Candle[] {
  const nowMs = now();
  const untilMs = Math.min(range.toMs + bucket.lengthMs, nowMs + 1);
  const pending: { timeMs: number; bar: UnitBar }[] = [];
  const firstDay = Math.max(tradingDateOf(instrument.hours, range.fromMs), firstDayOf(instrument));
  for (let dayMs = firstDay; dayMs <= tradingDateOf(instrument.hours, untilMs); dayMs += DAY_MS) {
    const path = pathOf(instrument, dayMs);
    if (!path) continue;
    const timeOf = bucket.of(path.session);
    const { begun, second } = progressOf(path, nowMs);
    const first = Math.max(0, Math.ceil((range.fromMs - path.session.openMs) / MINUTE_MS));
    for (let index = first; index < begun; index += 1) {
      if (path.minutes.isQuiet[index] === 1) continue;
      const timeMs = timeOf(path.session.openMs + index * MINUTE_MS);
      if (timeMs < range.fromMs) continue;
      if (timeMs >= range.toMs) break;
      const bar =
        index === begun - 1 ? path.minuteThrough(index, second) : minuteAt(path.minutes, index);
      const last = pending.at(-1);
      if (last?.timeMs === timeMs) absorb(last.bar, bar);
      else pending.push({ timeMs, bar });
    }
  }
  return pending.map(({ timeMs, bar }) => candleOf(instrument.scale, timeMs, bar));
}

/** The whole of a path as far as it has gone; null before its first trade. */
function dayThrough(path: DayPath, nowMs: number): { bar: UnitBar; lastTradeMs: number } | null {
  const { begun, second } = progressOf(path, nowMs);
  let bar: UnitBar | null = null;
  let lastTradeMs = 0;
  for (let index = 0; index < begun; index += 1) {
    if (path.minutes.isQuiet[index] === 1) continue;
    const isForming = index === begun - 1;
    const minute = isForming ? path.minuteThrough(index, second) : minuteAt(path.minutes, index);
    lastTradeMs = path.session.openMs + index * MINUTE_MS + (isForming ? second : 59) * 1_000;
    if (bar) absorb(bar, minute);
    else bar = minute;
  }
  return bar ? { bar, lastTradeMs } : null;
}

/** A closed day without making its minutes, where the instrument has days of its own. */
function closedDay(
  instrument: MarketInstrument,
  dayMs: number,
  closed: ClosedSpreadDays,
  pathOf: PathOf,
): Candle | null {
  const { scale } = instrument;
  if (instrument.kind === 'outright') {
    const row = rowOn(instrument.history.rowsUntil(dayMs), dayMs);
    if (!row) return null;
    return {
      timeMs: dayMs,
      open: priceOfUnits(scale, priceToUnits(scale, row.open)),
      high: priceOfUnits(scale, priceToUnits(scale, row.high)),
      low: priceOfUnits(scale, priceToUnits(scale, row.low)),
      close: priceOfUnits(scale, priceToUnits(scale, row.close)),
      volume: volumeOfUnits(scale, Math.round(row.volume * 10 ** scale.volumeDecimals)),
    };
  }
  let days = closed.get(instrument);
  if (!days) {
    days = new Map();
    closed.set(instrument, days);
  }
  let candle = days.get(dayMs);
  if (candle === undefined) {
    const path = pathOf(instrument, dayMs);
    const whole = path && dayThrough(path, Number.POSITIVE_INFINITY);
    candle = whole ? candleOf(scale, dayMs, whole.bar) : null;
    days.set(dayMs, candle);
  }
  return candle;
}

type ClosedSpreadDays = Map<MarketInstrument, Map<number, Candle | null>>;

/** First trading date of an instrument. */
export function firstDayOf(instrument: MarketInstrument): number {
  if (instrument.kind === 'spread') return instrument.firstDayMs;
  return instrument.history.rowsUntil(0)[0]?.dayMs ?? Number.POSITIVE_INFINITY;
}

/** The market all simulators of one clock trade in: bars, days and last prices out of the same seconds. */
export function createMarket(clock: { now: () => number }): Market {
  const environment: Environment = { now: clock.now, pathOf: createPathCache() };
  const { pathOf } = environment;
  const closed: ClosedSpreadDays = new Map();

  const dayAt = (instrument: MarketInstrument, dayMs: number, nowMs: number): Candle | null => {
    if (nowMs > dayMs + LONGEST_SESSION_AFTER_DATE_MS)
      return closedDay(instrument, dayMs, closed, pathOf);
    const session = sessionOf(instrument.hours, dayMs);
    if (nowMs >= session.closeMs) return closedDay(instrument, dayMs, closed, pathOf);
    if (nowMs < session.openMs) return null;
    const path = pathOf(instrument, dayMs);
    const forming = path && dayThrough(path, nowMs);
    return forming ? candleOf(instrument.scale, dayMs, forming.bar) : null;
  };

  const days: Market['days'] = (instrument, range) => {
    const nowMs = clock.now();
    const candles: Candle[] = [];
    const lastMs = Math.min(range.toMs - 1, tradingDateOf(instrument.hours, nowMs));
    const fromMs = Math.ceil(Math.max(range.fromMs, firstDayOf(instrument)) / DAY_MS) * DAY_MS;
    for (let dayMs = fromMs; dayMs <= lastMs; dayMs += DAY_MS) {
      const candle = dayAt(instrument, dayMs, nowMs);
      if (candle) candles.push(candle);
    }
    return candles;
  };

  const snapshot: Market['snapshot'] = (instrument) => {
    const nowMs = clock.now();
    let dayMs = tradingDateOf(instrument.hours, nowMs);
    if (instrument.kind === 'spread') dayMs = Math.min(dayMs, instrument.lastDayMs);
    else dayMs = Math.min(dayMs, instrument.history.rowsUntil(dayMs).at(-1)?.dayMs ?? 0);
    for (
      ;
      dayMs >= firstDayOf(instrument);
      dayMs = tradingDayUntil(instrument.hours, dayMs - DAY_MS)
    ) {
      const path = pathOf(instrument, dayMs);
      const whole = path && dayThrough(path, nowMs);
      if (!whole) continue;
      const day = candleOf(instrument.scale, dayMs, whole.bar);
      const beforeMs = tradingDayUntil(instrument.hours, dayMs - DAY_MS);
      const before = closedDay(instrument, beforeMs, closed, pathOf);
      return {
        price: day.close,
        timeMs: whole.lastTradeMs,
        day,
        previousClose: before?.close ?? day.open,
      };
    }
    return null;
  };

  return {
    now: clock.now,
    bars: (instrument, range, bucket) => barsOf(environment, instrument, range, bucket),
    days,
    snapshot,
    trades: (instrument, { fromMs, toMs }) =>
      tradesBetween(pathOf, instrument, { fromMs, toMs: Math.min(toMs, clock.now()) }),
  };
}
