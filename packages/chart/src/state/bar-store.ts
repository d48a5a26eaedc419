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

type BarList = ReturnType<typeof createBarList>;

/** Bars as columns, oldest first, without a gap. */
function createBarList(first: readonly ChartBar[] = []) {
  let store = createGrowingColumns(first);
  const knownUntil = new Map<number, number>();
  const noteKnown = ({ time, knownUntilMs }: ChartBar) => {
    if (knownUntilMs === undefined) return;
    knownUntil.set(time, knownUntilMs);
    if (knownUntil.size > MOST_OPEN) knownUntil.delete(Math.min(...knownUntil.keys()));
  };
  const columns = (): Columns => store.columns();
  const indexFrom = (timeMs: number): number => {
    const { time, length } = columns();
    return partitionPoint(length, (index) => (time[index] ?? Number.NaN) < timeMs);
  };
  const slice = (from: number, to: number): ChartBar[] => {
    const held = columns();
    return Array.from({ length: to - from }, (_, index) => barAt(held, from + index));
  };
  return {
    length: () => columns().length,
    columns,
    indexFrom,
    slice,
    at(index: number): ChartBar | null {
      const held = columns();
      return index >= 0 && index < held.length ? barAt(held, index) : null;
    },
    knownUntilMs: (timeMs: number): number | null => knownUntil.get(timeMs) ?? null,
    replaceAll(bars: readonly ChartBar[]): void {
      knownUntil.clear();
      bars.slice(-MOST_OPEN).forEach(noteKnown);
      store = createGrowingColumns(bars);
    },
    prepend: (bars: readonly ChartBar[]): void => store.prepend(bars),
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

export type BarStore = ReturnType<typeof createBarStore>;

/**
 * The bars of a chart. Usually those drawn reach to the newest one. Away from it, a window of older bars is drawn, which
 * grows at both ends; streamed bars then change the newest ones alone, until the window meets them.
 */
export function createBarStore() {
  const newest = createBarList();
  const readable: Pick<BarList, 'length' | 'at' | 'slice'> = newest;
  let drawn = newest;
  const isAway = () => drawn !== newest;
  const append = (bars: readonly ChartBar[]): ChartBar[] => {
    const count = drawn.length();
    const newestFromMs = newest.at(0)?.time ?? Number.POSITIVE_INFINITY;
    const lastMs = bars.at(-1)?.time ?? Number.POSITIVE_INFINITY;
    // The stream knows more of the bars that both have.
    for (const bar of bars) if (bar.time < newestFromMs) drawn.apply(bar);
    if (lastMs >= newestFromMs || bars.length === 0) {
      newest.prepend(drawn.slice(0, drawn.indexFrom(newestFromMs)));
      drawn = newest;
    }
    return drawn.slice(count, drawn.length());
  };
  return {
    /** The newest bars, drawn or not. */
    newest: readable,
    length: () => drawn.length(),
    columns: (): Columns => drawn.columns(),
    /** Index of the first bar at or after a time; the length where there is none. */
    indexFrom: (timeMs: number): number => drawn.indexFrom(timeMs),
    /** A copy of the bars `from` … `to − 1`. */
    slice: (from: number, to: number): ChartBar[] => drawn.slice(from, to),
    /** Null outside the store. */
    at: (index: number): ChartBar | null => drawn.at(index),
    /** The time up to which the state of a bar includes all trades; null if that is not told. */
    knownUntilMs: (timeMs: number): number | null => drawn.knownUntilMs(timeMs),
    /** The drawn bars do not reach to the newest ones. */
    isAway,
    /** Replaces the newest bars, drawn or not. */
    replaceAll: (bars: readonly ChartBar[]): void => newest.replaceAll(bars),
    /** Takes ascending bars older than all drawn ones. O(1) amortised a bar. */
    prepend: (bars: readonly ChartBar[]): void => drawn.prepend(bars),
    /** Applies a streamed bar to the newest bars. O(1) amortised, except for a missing bar further back. */
    apply: (bar: ChartBar): BarChange => newest.apply(bar),
    /** Draws other bars; the newest ones are kept beside them. */
    leave(bars: readonly ChartBar[]): void {
      drawn = createBarList();
      append(bars);
    },
    /** Draws the newest bars again. */
    comeBack(): void {
      drawn = newest;
    },
    /**
     * Takes ascending bars newer than all drawn ones; none if the source has none. Once they meet the newest bars, the
     * two become one. Returns the bars that are drawn in addition.
     */
    append,
  };
}
