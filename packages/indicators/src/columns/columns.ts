/** One bar: time in epoch ms, prices as doubles, volume null where the market reports none. */
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

/** Columns with room for `capacity` bars, none counted yet. */
function emptyColumns(capacity: number): Columns {
  const column = () => new Float64Array(capacity);
  return {
    length: 0,
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
}

/** Writes a bar into columns that have room for it; `length` stays as it is. */
export function writeBar(columns: Columns, index: number, bar: Bar): void {
  columns.time[index] = bar.time;
  columns.open[index] = bar.open;
  columns.high[index] = bar.high;
  columns.low[index] = bar.low;
  columns.close[index] = bar.close;
  columns.volume[index] = bar.volume ?? Number.NaN;
}

/** Columns of bars that are already oldest first, with room for at least `capacity` of them. */
export function columnsFrom(bars: readonly Bar[], capacity = bars.length): Columns {
  const columns = { ...emptyColumns(Math.max(capacity, bars.length)), length: bars.length };
  let index = 0;
  for (const bar of bars) {
    writeBar(columns, index, bar);
    index += 1;
  }
  return columns;
}
