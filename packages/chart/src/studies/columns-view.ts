import type { Columns } from '@moneytrail/indicators';

/** The bars `start` … `end − 1` as columns of their own, without copying. */
export function viewOf(columns: Columns, start: number, end: number): Columns {
  return {
    length: end - start,
    time: columns.time.subarray(start, end),
    open: columns.open.subarray(start, end),
    high: columns.high.subarray(start, end),
    low: columns.low.subarray(start, end),
    close: columns.close.subarray(start, end),
    volume: columns.volume.subarray(start, end),
  };
}
