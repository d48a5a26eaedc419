import { type Bar, type Columns, columnsFrom, emptyColumns, writeBar } from './columns.ts';
import { valueAt } from './value-at.ts';

const SMALLEST_CAPACITY = 64;

/** Columns that grow with the market. Appending is O(1) amortised. */
export type BarColumns = {
  /** The bars as they are now. Take them anew after each change: growing replaces the arrays. */
  columns: () => Columns;
  /** Adds a bar that is newer than the last one, else throws a RangeError. */
  append: (bar: Bar) => void;
  /** Puts a newer state of the last bar in its place; throws a RangeError where there is none. */
  replaceLast: (bar: Bar) => void;
};

/** Growable columns, filled with bars that are oldest first. */
export function createBarColumns(bars: readonly Bar[], capacity = bars.length): BarColumns {
  let columns = columnsFrom(bars, Math.max(capacity, SMALLEST_CAPACITY));
  return {
    columns: () => columns,
    append: (bar) => {
      requireAfter(columns, columns.length - 1, bar);
      if (columns.length === columns.time.length) columns = withDoubledRoom(columns);
      writeBar(columns, columns.length, bar);
      columns = { ...columns, length: columns.length + 1 };
    },
    replaceLast: (bar) => {
      if (columns.length === 0) throw new RangeError('There is no last bar to replace.');
      requireAfter(columns, columns.length - 2, bar);
      writeBar(columns, columns.length - 1, bar);
    },
  };
}

function requireAfter(columns: Columns, index: number, bar: Bar): void {
  if (index < 0) return;
  const before = valueAt(columns.time, index);
  if (!(bar.time > before)) {
    throw new RangeError(`A bar at ${bar.time} cannot stand after the bar at ${before}.`);
  }
}

function withDoubledRoom(columns: Columns): Columns {
  const roomier = emptyColumns(columns.length * 2);
  roomier.time.set(columns.time);
  roomier.open.set(columns.open);
  roomier.high.set(columns.high);
  roomier.low.set(columns.low);
  roomier.close.set(columns.close);
  roomier.volume.set(columns.volume);
  return { ...roomier, length: columns.length };
}
