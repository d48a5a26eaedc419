import {
  coarserBarTime,
  type MarketHours,
  type Resolution,
  type StoredResolution,
} from '@moneytrail/calendar';
import { type BarColumns, newColumns, sliceColumns } from '../columns/bar-columns.ts';

function copyBar(fine: BarColumns, i: number, coarse: BarColumns, at: number, time: number): void {
  coarse.time[at] = time;
  coarse.open[at] = fine.open[i] ?? 0;
  coarse.high[at] = fine.high[i] ?? 0;
  coarse.low[at] = fine.low[i] ?? 0;
  coarse.close[at] = fine.close[i] ?? 0;
  coarse.volume[at] = fine.volume[i] ?? Number.NaN;
}

function addBar(fine: BarColumns, i: number, coarse: BarColumns, at: number): void {
  const [high, low] = [fine.high[i] ?? 0, fine.low[i] ?? 0];
  coarse.high[at] = Math.max(coarse.high[at] ?? high, high);
  coarse.low[at] = Math.min(coarse.low[at] ?? low, low);
  coarse.close[at] = fine.close[i] ?? 0;
  const volume = fine.volume[i] ?? Number.NaN;
  const before = coarse.volume[at] ?? Number.NaN;
  if (Number.isNaN(before)) coarse.volume[at] = volume;
  else if (!Number.isNaN(volume)) coarse.volume[at] = before + volume;
}

/**
 * Builds bars of a coarser resolution: first open, highest high, lowest low, last close, volumes added (none where no
 * part has one). The first and last may be parts of theirs where the bars begin or end inside them.
 */
export function rollUp(
  market: { hours: MarketHours; from: StoredResolution; to: Resolution },
  fine: BarColumns,
): BarColumns {
  const { hours, from, to } = market;
  if (from === to) return fine;
  const coarse = newColumns(fine.length);
  let at = -1;
  for (let i = 0; i < fine.length; i++) {
    const time = coarserBarTime(hours, from, to, fine.time[i] ?? 0);
    if (at < 0 || coarse.time[at] !== time) copyBar(fine, i, coarse, ++at, time);
    else addBar(fine, i, coarse, at);
  }
  return sliceColumns(coarse, 0, at + 1);
}
