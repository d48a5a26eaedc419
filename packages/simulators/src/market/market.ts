import { DAY_MS, MINUTE_MS, sessionOf, tradingDateOf, tradingDayUntil } from '@moneytrail/calendar';
import {
  createPathCache,
  type DayPath,
  minuteAt,
  type PathOf,
  unitDayOf,
} from '../paths/day-path.ts';
import { LAST_SECOND, type UnitBar } from '../paths/second-path.ts';
import type { Bucket } from './bucket.ts';
import { absorbBar, type Candle, candleOf } from './candle.ts';
import {
  firstDayOf,
  lastDayUntil,
  type MarketInstrument,
  priceOfUnits,
  volumeOfUnits,
} from './market-instrument.ts';

/** Visits every minute that has begun by `nowMs` and has trades; the last one only up to `nowMs`. */
function visitMinutes(
  path: DayPath,
  nowMs: number,
  firstIndex: number,
  visit: (startMs: number, bar: UnitBar, second: number) => void,
): void {
  const { openMs, closeMs } = path.session;
  if (nowMs < openMs) return;
  const isOver = nowMs >= closeMs;
  const last = isOver ? path.count - 1 : Math.floor((nowMs - openMs) / MINUTE_MS);
  const reached = isOver ? LAST_SECOND : Math.floor(((nowMs - openMs) % MINUTE_MS) / 1_000);
  for (let index = firstIndex; index <= last; index += 1) {
    if (path.minutes.isQuiet[index] === 1) continue;
    const startMs = openMs + index * MINUTE_MS;
    if (index < last) visit(startMs, minuteAt(path.minutes, index), LAST_SECOND);
    else visit(startMs, path.minuteThrough(index, reached), reached);
  }
}

/** A path's day up to a moment, with the second of its last trade; null before the first. */
function dayThrough(path: DayPath, nowMs: number): { bar: UnitBar; lastTradeMs: number } | null {
  let day: { bar: UnitBar; lastTradeMs: number } | null = null;
  visitMinutes(path, nowMs, 0, (startMs, bar, second) => {
    const lastTradeMs = startMs + second * 1_000;
    if (day) {
      absorbBar(day.bar, bar);
      day.lastTradeMs = lastTradeMs;
    } else {
      day = { bar, lastTradeMs };
    }
  });
  return day;
}

/** Bars built from minutes, with a start in `[fromMs, toMs)`, ascending, as known at `nowMs`. */
function barsOfMinutes(
  pathOf: PathOf,
  instrument: MarketInstrument,
  range: { fromMs: number; toMs: number; nowMs: number },
  bucket: Bucket,
): Candle[] {
  const { hours, scale } = instrument;
  const { fromMs, toMs } = range;
  const untilMs = Math.min(toMs + bucket.lengthMs, range.nowMs);
  const bars: { timeMs: number; bar: UnitBar }[] = [];
  const lastDay = tradingDateOf(hours, untilMs);
  let dayMs = Math.max(tradingDateOf(hours, fromMs), firstDayOf(instrument));
  for (; dayMs <= lastDay; dayMs += DAY_MS) {
    const path = pathOf(instrument, dayMs);
    if (!path) continue;
    const timeOf = bucket.of(path.session);
    const first = Math.max(0, Math.ceil((fromMs - path.session.openMs) / MINUTE_MS));
    visitMinutes(path, Math.min(untilMs, range.nowMs), first, (startMs, bar) => {
      const timeMs = timeOf(startMs);
      if (timeMs < fromMs || timeMs >= toMs) return;
      const last = bars.at(-1);
      if (last?.timeMs === timeMs) absorbBar(last.bar, bar);
      else bars.push({ timeMs, bar });
    });
  }
  return bars.map(({ timeMs, bar }) => candleOf(scale, timeMs, bar));
}

/** No session ends later after 00:00 UTC of its date, so most days need no look-up in the calendar. */
const LONGEST_SESSION_AFTER_DATE_MS = 2 * DAY_MS;

/**
 * Reads days from histories, without minutes if the instrument has its own days, or from paths. Days of spreads are
 * cached: each is computed from all its seconds.
 */
function createTradingDays(pathOf: PathOf) {
  const spreadDays = new Map<MarketInstrument, Map<number, Candle | null>>();

  const spreadDay = (instrument: MarketInstrument, dayMs: number): Candle | null => {
    const days = spreadDays.get(instrument) ?? new Map<number, Candle | null>();
    spreadDays.set(instrument, days);
    let candle = days.get(dayMs);
    if (candle === undefined) {
      const path = pathOf(instrument, dayMs);
      const whole = path && dayThrough(path, Number.POSITIVE_INFINITY);
      candle = whole ? candleOf(instrument.scale, dayMs, whole.bar) : null;
      days.set(dayMs, candle);
    }
    return candle;
  };

  /** A complete day; null if the instrument did not trade. */
  const closed = (instrument: MarketInstrument, dayMs: number): Candle | null => {
    if (instrument.kind === 'spread') return spreadDay(instrument, dayMs);
    const row = instrument.history.on(dayMs);
    return row ? candleOf(instrument.scale, dayMs, unitDayOf(instrument.scale, row)) : null;
  };

  const dayAt = (instrument: MarketInstrument, dayMs: number, nowMs: number): Candle | null => {
    if (nowMs > dayMs + LONGEST_SESSION_AFTER_DATE_MS) return closed(instrument, dayMs);
    const session = sessionOf(instrument.hours, dayMs);
    if (nowMs >= session.closeMs) return closed(instrument, dayMs);
    const path = nowMs < session.openMs ? null : pathOf(instrument, dayMs);
    const forming = path && dayThrough(path, nowMs);
    return forming ? candleOf(instrument.scale, dayMs, forming.bar) : null;
  };

  return {
    closed,
    /** Days with a date in `[fromMs, toMs)`, ascending; the present one up to `nowMs`. */
    between: (
      instrument: MarketInstrument,
      { fromMs, toMs, nowMs }: { fromMs: number; toMs: number; nowMs: number },
    ) => {
      const candles: Candle[] = [];
      const lastMs = Math.min(toMs - 1, tradingDateOf(instrument.hours, nowMs));
      const firstMs = Math.ceil(Math.max(fromMs, firstDayOf(instrument)) / DAY_MS) * DAY_MS;
      for (let dayMs = firstMs; dayMs <= lastMs; dayMs += DAY_MS) {
        const candle = dayAt(instrument, dayMs, nowMs);
        if (candle) candles.push(candle);
      }
      return candles;
    },
  };
}

/** The volume traded in one second; `id` is the number of seconds since 1970. */
export type Trade = { id: number; timeMs: number; price: number; volume: number; isSell: boolean };

/** Trades in `[fromMs, toMs]`, ascending, at most one a second. The trades of a minute add up to its bar. */
function tradesBetween(
  pathOf: PathOf,
  instrument: MarketInstrument,
  range: { fromMs: number; toMs: number },
): Trade[] {
  const trades: Trade[] = [];
  const { scale, hours } = instrument;
  const lastDay = tradingDateOf(hours, range.toMs);
  for (let dayMs = tradingDateOf(hours, range.fromMs); dayMs <= lastDay; dayMs += DAY_MS) {
    const path = pathOf(instrument, dayMs);
    if (!path) continue;
    const { openMs, closeMs } = path.session;
    const begin = Math.ceil((Math.max(range.fromMs, openMs) - openMs) / 1_000);
    const end = Math.floor((Math.min(range.toMs, closeMs - 1) - openMs) / 1_000);
    for (let second = begin; second <= end; second += 1) {
      const index = Math.floor(second / 60);
      if (path.minutes.isQuiet[index] === 1) continue;
      const within = second % 60;
      const after = path.minuteThrough(index, within);
      const before = within === 0 ? null : path.minuteThrough(index, within - 1);
      const volume = after.volume - (before?.volume ?? 0);
      const timeMs = openMs + second * 1_000;
      trades.push({
        id: timeMs / 1_000,
        timeMs,
        price: priceOfUnits(scale, after.close),
        volume: volumeOfUnits(scale, volume),
        isSell: after.close < (before?.close ?? after.open),
      });
    }
  }
  return trades;
}

/** The state of an instrument: its present session and the previous close. */
type Snapshot = {
  price: number;
  /** The second of the last trade. */
  timeMs: number;
  day: Candle;
  previousClose: number;
};

type Range = { fromMs: number; toMs: number };

export type Market = {
  now: () => number;
  /** Bars with a start in `[fromMs, toMs)`, ascending, as known now; the last may be forming. */
  bars: (instrument: MarketInstrument, range: Range, bucket: Bucket) => Candle[];
  /** Days with a date in `[fromMs, toMs)`, ascending; today up to now. */
  days: (instrument: MarketInstrument, range: Range) => Candle[];
  /** Null before the instrument's first trade. */
  snapshot: (instrument: MarketInstrument) => Snapshot | null;
  /** Trades in `[fromMs, toMs]`, ascending, none later than now. */
  trades: (instrument: MarketInstrument, range: Range) => Trade[];
};

/** The market behind a simulator: bars, days, last prices and trades computed from the same seconds. */
export function createMarket({ now }: { now: () => number }): Market {
  const pathOf = createPathCache();
  const tradingDays = createTradingDays(pathOf);

  const snapshot: Market['snapshot'] = (instrument) => {
    const nowMs = now();
    const { hours, scale } = instrument;
    let dayMs = lastDayUntil(instrument, tradingDateOf(hours, nowMs));
    for (; dayMs >= firstDayOf(instrument); dayMs = tradingDayUntil(hours, dayMs - DAY_MS)) {
      const path = pathOf(instrument, dayMs);
      const whole = path && dayThrough(path, nowMs);
      if (!whole) continue;
      const day = candleOf(scale, dayMs, whole.bar);
      const before = tradingDays.closed(instrument, tradingDayUntil(hours, dayMs - DAY_MS));
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
    now,
    bars: (instrument, range, bucket) =>
      barsOfMinutes(pathOf, instrument, { ...range, nowMs: now() }, bucket),
    days: (instrument, range) => tradingDays.between(instrument, { ...range, nowMs: now() }),
    snapshot,
    trades: (instrument, { fromMs, toMs }) =>
      tradesBetween(pathOf, instrument, { fromMs, toMs: Math.min(toMs, now()) }),
  };
}
