import {
  type MarketHours,
  nextBarTime,
  nextOpenMs,
  type StoredResolution,
  tradingDayFrom,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';

/** A reproducible sequence of numbers from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** A random walk of bars at given times: prices in whole cents, volumes in thousandths. */
export function barsAt(times: readonly number[], seed = 1): Bar[] {
  const random = seededRandom(seed);
  let close = 10_000;
  return times.map((time) => {
    const open = close;
    close = Math.max(100, open + Math.round((random() - 0.5) * 100));
    const high = Math.max(open, close) + Math.round(random() * 50);
    const low = Math.min(open, close) - Math.round(random() * 50);
    const volume = Math.round(random() * 1e6) / 1e3;
    return { time, open: open / 100, high: high / 100, low: low / 100, close: close / 100, volume };
  });
}

/** The times of all bars of a market in `[fromMs, toMs)`. */
export function marketTimes(
  hours: MarketHours,
  resolution: StoredResolution,
  fromMs: number,
  toMs: number,
): number[] {
  const times: number[] = [];
  let time = resolution === '1D' ? tradingDayFrom(hours, fromMs) : nextOpenMs(hours, fromMs);
  for (; time < toMs; time = nextBarTime(hours, resolution, time)) times.push(time);
  return times;
}
