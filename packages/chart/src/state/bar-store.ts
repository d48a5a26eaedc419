import { barAt, type Columns, createGrowingColumns, isSameBar } from '@moneytrail/indicators';
import type { ChartBar } from '../chart-source.ts';
import { partitionPoint } from '../studies/partition-point.ts';

/** A streamed bar changes the last bar, follows it, or corrects or completes older bars. */
export type BarChange = {
  kind: 'unchanged' | 'changed' | 'appended' | 'corrected' | 'inserted';
  index: number;
};

/** Bars whose knowledge is kept: older ones are final. */
const MOST_OPEN = 4;

export type BarStore = ReturnType<typeof createBarStore>;

/** Bars as columns, oldest first. */
export function createBarStore() {
  let store = createGrowingColumns([]);
  const knownUntil = new Map<number, number>();
  const noteKnown = ({ time, knownUntilMs }: ChartBar) => {
    if (knownUntilMs === undefined) return;
    knownUntil.set(time, knownUntilMs);
    if (knownUntil.size > MOST_OPEN) knownUntil.delete(Math.min(...knownUntil.keys()));
  };
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
    /** Until when the state of a bar knows; null where that is not told. */
    knownUntilMs: (timeMs: number): number | null => knownUntil.get(timeMs) ?? null,
    replaceAll(bars: readonly ChartBar[]): void {
      knownUntil.clear();
      bars.slice(-MOST_OPEN).forEach(noteKnown);
      store = createGrowingColumns(bars);
    },
    /** Takes ascending bars older than all in the store. O(1) amortised a bar. */
    prepend: (bars: readonly ChartBar[]): void => store.prepend(bars),
    /** O(1) amortised, except for a missing bar further back. */
    apply(bar: ChartBar): BarChange {
      noteKnown(bar);
      const { time, length } = columns();
      const last = length - 1;
      if (length === 0 || bar.time > (time[last] ?? 0)) {
        store.append(bar);
        return { kind: 'appended', index: length };
      }
      const index = indexFrom(bar.time);
      if (time[index] !== bar.time) {
        store = createGrowingColumns(slice(0, length).toSpliced(index, 0, bar));
        return { kind: 'inserted', index };
      }
      if (isSameBar(bar, barAt(columns(), index))) return { kind: 'unchanged', index };
      store.replace(index, bar);
      return { kind: index === last ? 'changed' : 'corrected', index };
    },
  };
}
