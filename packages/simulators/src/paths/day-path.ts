import { DAY_MS, isTradingDay, MINUTE_MS, type Session, sessionOf } from '@moneytrail/calendar';
import type { DayRow } from '../days/day-history.ts';
import type {
  MarketInstrument,
  OutrightInstrument,
  SpreadInstrument,
} from '../market/market-instrument.ts';
import { type PriceScale, priceToUnits } from '../market/market-instrument.ts';
import { buildMinutePath, type MinuteColumns } from './minute-path.ts';
import { hashText, mixSeed } from './random.ts';
import {
  LAST_SECOND,
  minuteThroughSecond,
  priceAtSecond,
  type UnitBar,
  volumeThroughSecond,
} from './second-path.ts';

/** One trading day of one instrument, to the second. */
export type DayPath = {
  session: Session;
  minutes: MinuteColumns;
  count: number;
  /** Minute i up to and including a second (0 to 59). */
  minuteThrough: (index: number, second: number) => UnitBar;
};

/** Minute i of the columns as one bar. */
export function minuteAt(minutes: MinuteColumns, index: number): UnitBar {
  return {
    open: minutes.open[index] ?? 0,
    high: minutes.high[index] ?? 0,
    low: minutes.low[index] ?? 0,
    close: minutes.close[index] ?? 0,
    volume: minutes.volume[index] ?? 0,
  };
}

/** An instrument's path on a trading date; null if it does not trade. */
export type PathOf = (instrument: MarketInstrument, dayMs: number) => DayPath | null;

/** A day's row in the units of its instrument. */
export function unitDayOf(scale: PriceScale, row: DayRow): UnitBar {
  return {
    open: priceToUnits(scale, row.open),
    high: priceToUnits(scale, row.high),
    low: priceToUnits(scale, row.low),
    close: priceToUnits(scale, row.close),
    volume: Math.round(row.volume * 10 ** scale.volumeDecimals),
  };
}

/** The path of an outright; null on a date without a row. */
function outrightPath(instrument: OutrightInstrument, dayMs: number): DayPath | null {
  const row = instrument.history.on(dayMs);
  if (!row) return null;
  const session = sessionOf(instrument.hours, dayMs);
  const count = (session.closeMs - session.openMs) / MINUTE_MS;
  const day = unitDayOf(instrument.scale, row);
  const seed = mixSeed(hashText(instrument.pathId), dayMs / DAY_MS);
  const minutes = buildMinutePath(day, {
    minutes: count,
    seed,
    shape: instrument.shape,
    outline: row,
  });
  return {
    session,
    minutes,
    count,
    minuteThrough: (index, second) =>
      minuteThroughSecond(minuteAt(minutes, index), mixSeed(seed, index), second),
  };
}

function spreadMinute(
  instrument: SpreadInstrument,
  legs: readonly [UnitBar, UnitBar],
  bits: readonly [number, number],
  second: number,
): UnitBar {
  const [near, far] = legs;
  const open = near.open - far.open;
  const spread = { open, high: open, low: open, close: open, volume: 0 };
  for (let passed = 1; passed <= second; passed += 1) {
    spread.close = priceAtSecond(near, bits[0], passed) - priceAtSecond(far, bits[1], passed);
    if (spread.close > spread.high) spread.high = spread.close;
    if (spread.close < spread.low) spread.low = spread.close;
  }
  const whole = Math.floor(Math.min(near.volume, far.volume) * instrument.volumeShare);
  spread.volume = volumeThroughSecond(whole, second);
  return spread;
}

/** The path of a spread, computed from its legs second by second; null if one of them does not trade. */
function spreadPath(instrument: SpreadInstrument, dayMs: number, legPath: PathOf): DayPath | null {
  if (dayMs < instrument.firstDayMs || dayMs > instrument.lastDayMs) return null;
  const near = legPath(instrument.legs[0], dayMs);
  const far = legPath(instrument.legs[1], dayMs);
  if (!near || !far) return null;
  const seeds = instrument.legs.map((leg) => mixSeed(hashText(leg.pathId), dayMs / DAY_MS));
  const [nearSeed = 0, farSeed = 0] = seeds;
  const minuteThrough = (index: number, second: number) =>
    spreadMinute(
      instrument,
      [minuteAt(near.minutes, index), minuteAt(far.minutes, index)],
      [mixSeed(nearSeed, index), mixSeed(farSeed, index)],
      second,
    );
  const minutes: MinuteColumns = {
    open: new Int32Array(near.count),
    high: new Int32Array(near.count),
    low: new Int32Array(near.count),
    close: new Int32Array(near.count),
    volume: new Float64Array(near.count),
    isQuiet: new Uint8Array(near.count),
  };
  for (let index = 0; index < near.count; index += 1) {
    const bar = minuteThrough(index, LAST_SECOND);
    minutes.open[index] = bar.open;
    minutes.high[index] = bar.high;
    minutes.low[index] = bar.low;
    minutes.close[index] = bar.close;
    minutes.volume[index] = bar.volume;
  }
  return { session: near.session, minutes, count: near.count, minuteThrough };
}

/** About 200 days of a round-the-clock market, 8 MB. */
const MAX_CACHED_MINUTES = 300_000;

/** Builds paths and caches the last used ones. */
export function createPathCache(): PathOf {
  const numbers = new WeakMap<MarketInstrument, number>();
  const cache = new Map<string, DayPath>();
  let lastNumber = 0;
  let cachedMinutes = 0;

  const keyOf = (instrument: MarketInstrument, dayMs: number): string => {
    let number = numbers.get(instrument);
    if (number === undefined) {
      lastNumber += 1;
      number = lastNumber;
      numbers.set(instrument, number);
    }
    return `${number} ${dayMs / DAY_MS}`;
  };

  const keep = (key: string, path: DayPath) => {
    cache.set(key, path);
    cachedMinutes += path.count;
    for (const [oldest, { count }] of cache) {
      if (cachedMinutes <= MAX_CACHED_MINUTES) break;
      cache.delete(oldest);
      cachedMinutes -= count;
    }
  };

  const pathOf: PathOf = (instrument, dayMs) => {
    if (!isTradingDay(instrument.hours, dayMs)) return null;
    const key = keyOf(instrument, dayMs);
    const known = cache.get(key);
    if (known) {
      // Moves the entry to the end: the map's order is the order of use.
      cache.delete(key);
      cache.set(key, known);
      return known;
    }
    const made =
      instrument.kind === 'outright'
        ? outrightPath(instrument, dayMs)
        : spreadPath(instrument, dayMs, pathOf);
    if (made) keep(key, made);
    return made;
  };
  return pathOf;
}
