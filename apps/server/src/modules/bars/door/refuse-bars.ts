import {
  barTimeOf,
  type MarketHours,
  nextBarTime,
  type StoredResolution,
} from '@moneytrail/calendar';
import { type BarColumns, newColumns, positionOf, sliceColumns } from '../columns/bar-columns.ts';

export type Refused = { time: number; reason: string };

/** Why a bar cannot be one; null where it can. */
export function reasonAgainst(columns: BarColumns, i: number): string | null {
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

/** The latest time a bar may carry: that of the bar after the present one. */
function latestTime(hours: MarketHours, resolution: StoredResolution, nowMs: number): number {
  return nextBarTime(hours, resolution, barTimeOf(hours, resolution, nowMs));
}

function without(columns: BarColumns, refused: readonly Refused[]): BarColumns {
  const times = new Set(refused.map(({ time }) => time));
  const kept = newColumns(columns.length);
  let length = 0;
  for (let i = 0; i < columns.length; i++) {
    if (times.has(columns.time[i] ?? Number.NaN)) continue;
    for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) {
      kept[name][length] = columns[name][i] ?? Number.NaN;
    }
    length++;
  }
  return sliceColumns(kept, 0, length);
}

/**
 * Keeps impossible bars out: a body outside high and low, numbers that are not finite,
 * and bars more than one bar in the future.
 */
export function refuseBars(
  columns: BarColumns,
  market: { hours: MarketHours; resolution: StoredResolution; nowMs: number },
): { accepted: BarColumns; refused: Refused[] } {
  const refused: Refused[] = [];
  const latest = latestTime(market.hours, market.resolution, market.nowMs);
  const possible = sliceColumns(columns, 0, positionOf(columns, latest + 1));
  for (let i = possible.length; i < columns.length; i++) {
    refused.push({ time: columns.time[i] ?? Number.NaN, reason: 'it lies in the future' });
  }
  const impossible: Refused[] = [];
  for (let i = 0; i < possible.length; i++) {
    const reason = reasonAgainst(possible, i);
    if (reason !== null) impossible.push({ time: possible.time[i] ?? Number.NaN, reason });
  }
  const accepted = impossible.length === 0 ? possible : without(possible, impossible);
  return { accepted, refused: [...impossible, ...refused] };
}
