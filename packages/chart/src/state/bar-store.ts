import { type Columns, createBarColumns } from '@moneytrail/indicators';
import type { ChartBar } from '../chart-source.ts';
import { partitionPoint } from '../studies/partition-point.ts';

/** A streamed bar changes the last bar, follows it, or corrects or completes older bars. */
export type BarChange = {
  kind: 'unchanged' | 'changed' | 'appended' | 'corrected' | 'inserted';
  index: number;
};

function barAt(columns: Columns, index: number): ChartBar {
  const volume = columns.volume[index] ?? Number.NaN;
  return {
    time: columns.time[index] ?? Number.NaN,
    open: columns.open[index] ?? Number.NaN,
    high: columns.high[index] ?? Number.NaN,
    low: columns.low[index] ?? Number.NaN,
    close: columns.close[index] ?? Number.NaN,
    volume: Number.isNaN(volume) ? null : volume,
  };
}

export function isSameBar(a: ChartBar, b: ChartBar): boolean {
  return (
    a.time === b.time &&
    a.close === b.close &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.volume === b.volume
  );
}

export type BarStore = ReturnType<typeof createBarStore>;

/** Bars as columns, oldest first. */
export function createBarStore() {
  let store = createBarColumns([]);
  const columns = (): Columns => store.columns();
  /** Index of the first bar at or after a time; the length where there is none. */
  const indexFrom = (timeMs: number): number => {
    const { time, length } = columns();
    return partitionPoint(length, (index) => (time[index] ?? Number.NaN) < timeMs);
  };
  /** A copy of the bars `from` … `to − 1`. */
  const slice = (from: number, to: number): ChartBar[] => {
    const held = columns();
    return Array.from({ length: to - from }, (_, index) => barAt(held, from + index));
  };
  return {
    length: () => columns().length,
    columns,
    indexFrom,
    slice,
    /** Null outside the store. */
    at(index: number): ChartBar | null {
      const held = columns();
      return index >= 0 && index < held.length ? barAt(held, index) : null;
    },
    replaceAll(bars: readonly ChartBar[]): void {
      store = createBarColumns(bars);
    },
    /** Takes ascending bars older than all in the store. O(1) amortised a bar. */
    prepend: (bars: readonly ChartBar[]): void => store.prepend(bars),
    /** O(1) amortised, except for a missing bar further back. */
    apply(bar: ChartBar): BarChange {
      const { time, length } = columns();
      const last = length - 1;
      if (length === 0 || bar.time > (time[last] ?? 0)) {
        store.append(bar);
        return { kind: 'appended', index: length };
      }
      const index = indexFrom(bar.time);
      if (time[index] !== bar.time) {
        store = createBarColumns(slice(0, length).toSpliced(index, 0, bar));
        return { kind: 'inserted', index };
      }
      if (isSameBar(bar, barAt(columns(), index))) return { kind: 'unchanged', index };
      store.replace(index, bar);
      return { kind: index === last ? 'changed' : 'corrected', index };
    },
  };
}
