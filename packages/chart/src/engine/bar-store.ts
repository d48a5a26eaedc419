import {
  barAt,
  type Columns,
  createGrowingColumns,
  type GrowingColumns,
  isSameBar,
  positionOf,
} from '@moneytrail/indicators';
import type { ChartBar } from '../chart-source.ts';

/**
 * What a bar from the stream did, and where: nothing new, a newer state of the last bar, a bar after it, a correction of
 * one further back, or one that was missing further back.
 */
export type BarChange = {
  kind: 'unchanged' | 'changed' | 'appended' | 'corrected' | 'inserted';
  index: number;
};

/** The bars of the open chart as columns, oldest first. */
export type BarStore = {
  length: () => number;
  columns: () => Columns;
  /** Null outside what is held. */
  at: (index: number) => ChartBar | null;
  /** A copy of the bars `from` … `to − 1`. */
  slice: (from: number, to: number) => ChartBar[];
  /** Index of the first bar at or after a time; the length where there is none. */
  indexFrom: (timeMs: number) => number;
  replaceAll: (bars: readonly ChartBar[]) => void;
  /** Bars that are all older than those held, ascending. O(1) amortised a bar. */
  prepend: (bars: readonly ChartBar[]) => void;
  /** O(1) amortised, but for a bar that was missing. */
  apply: (bar: ChartBar) => BarChange;
};

export function createBarStore(): BarStore {
  let store: GrowingColumns = createGrowingColumns([]);
  const slice = (from: number, to: number): ChartBar[] => {
    const columns = store.columns();
    return Array.from({ length: to - from }, (_, index) => barAt(columns, from + index));
  };
  const insert = (index: number, bar: ChartBar): void => {
    const bars = slice(0, store.columns().length);
    bars.splice(index, 0, bar);
    store = createGrowingColumns(bars);
  };
  return {
    length: () => store.columns().length,
    columns: () => store.columns(),
    slice,
    at(index) {
      const columns = store.columns();
      return index >= 0 && index < columns.length ? barAt(columns, index) : null;
    },
    indexFrom: (timeMs) => positionOf(store.columns(), timeMs),
    replaceAll(bars) {
      store = createGrowingColumns(bars);
    },
    prepend: (bars) => store.prepend(bars),
    apply(bar) {
      const columns = store.columns();
      const { time, length } = columns;
      const last = length - 1;
      if (length === 0 || bar.time > (time[last] ?? 0)) {
        store.append(bar);
        return { kind: 'appended', index: length };
      }
      const index = positionOf(columns, bar.time);
      if (time[index] !== bar.time) {
        insert(index, bar);
        return { kind: 'inserted', index };
      }
      if (isSameBar(bar, barAt(columns, index))) return { kind: 'unchanged', index };
      store.replace(index, bar);
      return { kind: index === last ? 'changed' : 'corrected', index };
    },
  };
}
