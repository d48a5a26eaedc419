import { type Bar, type Columns, columnsFrom, writeBar } from './columns.ts';
import { withRoomBefore, withRoomBehind } from './room.ts';
import { valueAt } from './value-at.ts';

/** So many bars may follow before anything is copied. */
const FIRST_ROOM = 512;

/** Columns that grow with the market at one end and with what is read of the past at the other. */
export type BarColumns = {
  /** The bars as they are now. Take them anew after each change: growing replaces the arrays. */
  columns: () => Columns;
  /** Adds a bar that is newer than the last one, else throws a RangeError. O(1) amortised. */
  append: (bar: Bar) => void;
  /** Puts bars before the first one, ascending and all older, else throws a RangeError. O(1) amortised a bar. */
  prepend: (bars: readonly Bar[]) => void;
  /** Puts a newer state of a bar in its place: one of the same time, else it throws a RangeError. */
  replace: (index: number, bar: Bar) => void;
  /** Puts a newer state of the last bar in its place; throws a RangeError where there is none. */
  replaceLast: (bar: Bar) => void;
};

/** Growable columns, filled with bars that are oldest first. */
export function createBarColumns(bars: readonly Bar[]): BarColumns {
  let columns = columnsFrom(bars, bars.length + FIRST_ROOM);
  return {
    columns: () => columns,
    append: (bar) => {
      const { length } = columns;
      requireAfter(columns, length - 1, bar);
      if (length === columns.time.length) {
        columns = eachColumn(columns, (one) => withRoomBehind(one, length + 1, length));
      }
      writeBar(columns, length, bar);
      columns = { ...columns, length: length + 1 };
    },
    prepend: (older) => {
      const { length } = columns;
      requireBefore(older, length === 0 ? Number.POSITIVE_INFINITY : valueAt(columns.time, 0));
      columns = eachColumn(columns, (one) => withRoomBefore(one, older.length, length));
      for (const [index, bar] of older.entries()) writeBar(columns, index, bar);
      columns = { ...columns, length: length + older.length };
    },
    replace: (index, bar) => {
      if (valueAt(columns.time, index) !== bar.time || index >= columns.length) {
        throw new RangeError(`There is no bar at ${bar.time} to replace.`);
      }
      writeBar(columns, index, bar);
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

function requireBefore(bars: readonly Bar[], firstTime: number): void {
  let next = firstTime;
  for (const bar of bars.toReversed()) {
    if (!(bar.time < next)) {
      throw new RangeError(`A bar at ${bar.time} cannot stand before the bar at ${next}.`);
    }
    next = bar.time;
  }
}

function eachColumn(columns: Columns, make: (column: Float64Array) => Float64Array): Columns {
  return {
    length: columns.length,
    time: make(columns.time),
    open: make(columns.open),
    high: make(columns.high),
    low: make(columns.low),
    close: make(columns.close),
    volume: make(columns.volume),
  };
}
