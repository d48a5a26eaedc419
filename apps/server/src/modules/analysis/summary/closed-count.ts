import { isBarClosed, type MarketHours, type Resolution } from '@moneytrail/calendar';
import type { BarColumns } from '../../bars/index.ts';

/** How many of the first bars are closed at a moment. */
export function closedCount(
  hours: MarketHours,
  resolution: Resolution,
  columns: BarColumns,
  nowMs: number,
): number {
  let count = columns.length;
  while (count > 0) {
    const time = columns.time[count - 1];
    if (time !== undefined && isBarClosed(hours, resolution, time, nowMs)) break;
    count -= 1;
  }
  return count;
}
