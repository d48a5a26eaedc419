import { DAY_MS } from '@moneytrail/calendar';
import type { SpreadInstrument } from '../market/market-instrument.ts';
import { type DayPath, minuteAt, type PathOf } from './day-path.ts';
import type { MinuteColumns } from './minute-path.ts';
import { hashText, mixSeed } from './random.ts';
import { LAST_SECOND, priceAtSecond, type UnitBar, volumeThroughSecond } from './second-path.ts';

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

/** The path of a difference: its legs' paths, second by second; null where one of them does not trade. */
export function spreadPath(
  instrument: SpreadInstrument,
  dayMs: number,
  legPath: PathOf,
): DayPath | null {
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
