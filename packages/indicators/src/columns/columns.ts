/** One bar: epoch milliseconds, prices as doubles, volume null if the market reports none. */
export type Bar = {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null;
};

/**
 * Bars as columns, oldest first, strictly ascending in time. The arrays may have more room than `length`;
 * only the first `length` entries count. Prices are finite with low ≤ open, close ≤ high. An absent volume is NaN.
 */
export type Columns = {
  readonly length: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
};

/** Replaces each of the six arrays. */
export function mapColumns(
  columns: Columns,
  length: number,
  make: (column: Float64Array) => Float64Array,
): Columns {
  return {
    length,
    time: make(columns.time),
    open: make(columns.open),
    high: make(columns.high),
    low: make(columns.low),
    close: make(columns.close),
    volume: make(columns.volume),
  };
}

/** Writes a bar into columns that have room for it; `length` does not change. */
export function writeBar(columns: Columns, index: number, bar: Bar): void {
  columns.time[index] = bar.time;
  columns.open[index] = bar.open;
  columns.high[index] = bar.high;
  columns.low[index] = bar.low;
  columns.close[index] = bar.close;
  columns.volume[index] = bar.volume ?? Number.NaN;
}

/** Bars, oldest first, as columns with room for at least `capacity` bars. */
export function columnsFrom(bars: readonly Bar[], capacity = bars.length): Columns {
  const column = () => new Float64Array(Math.max(capacity, bars.length));
  const columns: Columns = {
    length: bars.length,
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  let index = 0;
  for (const bar of bars) {
    writeBar(columns, index, bar);
    index += 1;
  }
  return columns;
}

/**
 * The value at an index, NaN outside the array. Hot loops inline it as `Number(values[index])`: the compiler drops that
 * call once it knows the values are numbers, but it learns this for each call site separately.
 */
export function valueAt(values: Float64Array, index: number): number {
  return Number(values[index]);
}

/** The bar at an index; all NaN outside the arrays. */
export function barAt(columns: Columns, index: number): Bar {
  const volume = valueAt(columns.volume, index);
  return {
    time: valueAt(columns.time, index),
    open: valueAt(columns.open, index),
    high: valueAt(columns.high, index),
    low: valueAt(columns.low, index),
    close: valueAt(columns.close, index),
    volume: Number.isNaN(volume) ? null : volume,
  };
}

/** True if two bars agree in every field. */
export function isSameBar(a: Bar, b: Bar): boolean {
  return (
    a.time === b.time &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume
  );
}

/** The bars `from` … `to − 1` as views, without copying. */
export function sliceColumns(columns: Columns, from: number, to: number): Columns {
  if (from === 0 && to === columns.length) return columns;
  return mapColumns(columns, to - from, (column) => column.subarray(from, to));
}

/** The first place in [from, until) of ascending values whose value is not below the given one; `until` if there is none. */
export function placeOf(
  ascending: Float64Array,
  value: number,
  from = 0,
  until = ascending.length,
): number {
  let [low, high] = [from, until];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(ascending, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first bar at or after a time, or `length` if there is none. */
export function positionOf(
  { time, length }: Pick<Columns, 'time' | 'length'>,
  timeMs: number,
): number {
  return placeOf(time, timeMs, 0, length);
}
