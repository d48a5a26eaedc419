import {
  barTimeOf,
  type MarketHours,
  nextBarTime,
  type StoredResolution,
} from '@moneytrail/calendar';
import { type BarColumns, pickBars } from '../columns/bar-columns.ts';

export type InvalidBar = { time: number; fault: string };

/** What is wrong with a bar whatever its market; null where nothing is. */
export function faultOf(columns: BarColumns, i: number): string | null {
  const open = columns.open[i] ?? Number.NaN;
  const high = columns.high[i] ?? Number.NaN;
  const low = columns.low[i] ?? Number.NaN;
  const close = columns.close[i] ?? Number.NaN;
  const volume = columns.volume[i] ?? Number.NaN;
  if (!Number.isInteger(columns.time[i])) return 'its time is not a whole number of milliseconds';
  if (!Number.isFinite(open + high + low + close)) return 'a price is not finite';
  if (high < open || high < close) return 'its high is below its open or close';
  if (low > open || low > close) return 'its low is above its open or close';
  if (volume === Number.POSITIVE_INFINITY || volume < 0)
    return 'its volume is negative or not finite';
  return null;
}

/**
 * Parts bars into valid and invalid ones: a body outside high and low, numbers that are not finite, and bars more than
 * one bar in the future.
 */
export function validateBars(
  columns: BarColumns,
  market: { hours: MarketHours; resolution: StoredResolution; nowMs: number },
): { valid: BarColumns; invalid: InvalidBar[] } {
  const { hours, resolution, nowMs } = market;
  const latestMs = nextBarTime(hours, resolution, barTimeOf(hours, resolution, nowMs));
  const invalid: InvalidBar[] = [];
  const positions = new Set<number>();
  for (let i = 0; i < columns.length; i++) {
    const time = columns.time[i] ?? Number.NaN;
    const fault = time > latestMs ? 'it lies in the future' : faultOf(columns, i);
    if (fault === null) continue;
    invalid.push({ time, fault });
    positions.add(i);
  }
  const valid = invalid.length === 0 ? columns : pickBars(columns, (i) => !positions.has(i));
  return { valid, invalid };
}
