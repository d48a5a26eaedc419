import { type BarColumns, type Columns, createBarColumns } from '@moneytrail/indicators';
import type { ChartBar } from '../chart-source.ts';

/** What a bar from the stream did: a newer state of the last bar, a bar after it, or a correction further back. */
type BarChange = 'changed' | 'appended' | 'repaired';

/** The bars of the open chart as columns, oldest first. */
export type BarStore = {
  length: () => number;
  columns: () => Columns;
  /** Null outside what is held. */
  at: (index: number) => ChartBar | null;
  /** A copy of all bars. */
  all: () => ChartBar[];
  /** A copy of the bars `from` … `to − 1`. */
  slice: (from: number, to: number) => ChartBar[];
  /** Index of the first bar at or after a time; the length where there is none. */
  indexFrom: (timeMs: number) => number;
  replaceAll: (bars: readonly ChartBar[]) => void;
  /** Bars that are all older than those held, ascending. */
  prepend: (bars: readonly ChartBar[]) => void;
  apply: (bar: ChartBar) => BarChange;
};

const COLUMN = ['open', 'high', 'low', 'close'] as const;

function barAt(columns: Columns, index: number): ChartBar {
  const volume = columns.volume[index] ?? Number.NaN;
  const [open, high, low, close] = COLUMN.map((name) => columns[name][index] ?? Number.NaN);
  return {
    time: columns.time[index] ?? Number.NaN,
    open: open ?? Number.NaN,
    high: high ?? Number.NaN,
    low: low ?? Number.NaN,
    close: close ?? Number.NaN,
    volume: Number.isNaN(volume) ? null : volume,
  };
}

function firstAtOrAfter({ time, length }: Columns, timeMs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((time[middle] ?? Number.POSITIVE_INFINITY) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function createBarStore(): BarStore {
  let store: BarColumns = createBarColumns([]);
  const slice = (from: number, to: number): ChartBar[] => {
    const columns = store.columns();
    return Array.from({ length: to - from }, (_, index) => barAt(columns, from + index));
  };
  const all = () => slice(0, store.columns().length);
  const repair = (bar: ChartBar): void => {
    const bars = all();
    const index = firstAtOrAfter(store.columns(), bar.time);
    bars.splice(index, bars[index]?.time === bar.time ? 1 : 0, bar);
    store = createBarColumns(bars);
  };
  return {
    length: () => store.columns().length,
    columns: () => store.columns(),
    all,
    slice,
    at(index) {
      const columns = store.columns();
      return index >= 0 && index < columns.length ? barAt(columns, index) : null;
    },
    indexFrom: (timeMs) => firstAtOrAfter(store.columns(), timeMs),
    replaceAll(bars) {
      store = createBarColumns(bars);
    },
    prepend(bars) {
      store = createBarColumns([...bars, ...all()]);
    },
    apply(bar) {
      const { time, length } = store.columns();
      const lastTime = time[length - 1] ?? Number.NEGATIVE_INFINITY;
      if (length === 0 || bar.time > lastTime) {
        store.append(bar);
        return 'appended';
      }
      if (bar.time < lastTime) {
        repair(bar);
        return 'repaired';
      }
      store.replaceLast(bar);
      return 'changed';
    },
  };
}
