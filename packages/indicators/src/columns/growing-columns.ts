import { type Bar, type Columns, columnsFrom, mapColumns, valueAt, writeBar } from './columns.ts';

/** Bars that can be appended before the first copy. */
const INITIAL_ROOM = 512;

/*
 * The arrays grow at both ends. Each is a view that knows how much room its buffer has before and behind it. Growing
 * into that room copies nothing; once it is used up, the values are copied into a buffer of twice the size, so that a
 * value costs O(1) amortised. Views handed out before do not change.
 */

/** Moves the first `length` values back by `count` places; the places before them are free. */
export function withRoomBefore(values: Float64Array, count: number, length: number): Float64Array {
  const free = values.byteOffset / values.BYTES_PER_ELEMENT;
  if (free >= count) {
    return new Float64Array(values.buffer, (free - count) * values.BYTES_PER_ELEMENT);
  }
  const room = Math.max(count, length);
  const larger = new Float64Array(room + count + values.length);
  larger.set(values.subarray(0, length), room + count);
  return larger.subarray(room);
}

/** The first `length` values with room for at least `capacity` of them. */
export function withRoomBehind(
  values: Float64Array,
  capacity: number,
  length: number,
): Float64Array {
  if (values.length >= capacity) return values;
  const free = values.byteOffset / values.BYTES_PER_ELEMENT;
  const larger = new Float64Array(free + capacity * 2);
  larger.set(values.subarray(0, length), free);
  return larger.subarray(free);
}

/** Columns that grow at both ends: with the market and with older history. */
export type GrowingColumns = {
  /** The present bars. Read them again after each change: growing replaces the arrays. */
  columns: () => Columns;
  /** Appends a bar; throws a RangeError unless it is newer than the last one. O(1) amortised. */
  append: (bar: Bar) => void;
  /** Inserts older bars, ascending, before the first one; throws a RangeError for others. O(1) amortised a bar. */
  prepend: (bars: readonly Bar[]) => void;
  /** Replaces the bar at an index; throws a RangeError unless it has the same time. */
  replace: (index: number, bar: Bar) => void;
  /** Replaces the last bar; throws a RangeError if there is none. */
  replaceLast: (bar: Bar) => void;
};

/** Growing columns that start with the given bars, oldest first. */
export function createGrowingColumns(bars: readonly Bar[]): GrowingColumns {
  let columns = columnsFrom(bars, bars.length + INITIAL_ROOM);
  return {
    columns: () => columns,
    append: (bar) => {
      const { length } = columns;
      requireAfter(columns, length - 1, bar);
      if (length === columns.time.length) {
        columns = mapColumns(columns, length, (one) => withRoomBehind(one, length + 1, length));
      }
      writeBar(columns, length, bar);
      columns = { ...columns, length: length + 1 };
    },
    prepend: (older) => {
      const { length } = columns;
      requireBefore(older, length === 0 ? Number.POSITIVE_INFINITY : valueAt(columns.time, 0));
      columns = mapColumns(columns, length + older.length, (one) =>
        withRoomBefore(one, older.length, length),
      );
      for (const [index, bar] of older.entries()) writeBar(columns, index, bar);
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
