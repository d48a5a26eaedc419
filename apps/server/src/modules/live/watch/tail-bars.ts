import type { Bar } from '@moneytrail/contract';
import type { BarColumns } from '../../bars/index.ts';

/** Bars of columns, for the few that a watch needs. */
export function tailBars(columns: BarColumns): Bar[] {
  return Array.from({ length: columns.length }, (_, index) => {
    const volume = columns.volume[index] ?? Number.NaN;
    return {
      time: columns.time[index] ?? Number.NaN,
      open: columns.open[index] ?? Number.NaN,
      high: columns.high[index] ?? Number.NaN,
      low: columns.low[index] ?? Number.NaN,
      close: columns.close[index] ?? Number.NaN,
      volume: Number.isNaN(volume) ? null : volume,
    };
  });
}
