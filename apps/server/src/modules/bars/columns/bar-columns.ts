import type { Bar } from '@moneytrail/contract';
import { barAt, type Columns, positionOf, sliceColumns } from '@moneytrail/indicators';

export { barAt, positionOf, sliceColumns };

/** Bars as columns, ascending and unique in time; `length` counts, an absent volume is NaN. */
export type BarColumns = Columns;

/** Room for a number of bars, all of them counted. */
export function newColumns(length: number): BarColumns {
  const column = () => new Float64Array(length);
  return {
    length,
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
}

export const NO_BARS: BarColumns = newColumns(0);

/** Puts pieces one behind the other; the caller sees to their order. */
export function concatColumns(pieces: readonly BarColumns[]): BarColumns {
  const filled = pieces.filter((piece) => piece.length > 0);
  const [first] = filled;
  if (!first) return NO_BARS;
  if (filled.length === 1) return first;
  const result = newColumns(filled.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of filled) {
    result.time.set(piece.time.subarray(0, piece.length), at);
    result.open.set(piece.open.subarray(0, piece.length), at);
    result.high.set(piece.high.subarray(0, piece.length), at);
    result.low.set(piece.low.subarray(0, piece.length), at);
    result.close.set(piece.close.subarray(0, piece.length), at);
    result.volume.set(piece.volume.subarray(0, piece.length), at);
    at += piece.length;
  }
  return result;
}

/** The bars in `[fromMs, toMs)`. */
export function barsBetween(columns: BarColumns, fromMs: number, toMs: number): BarColumns {
  const from = positionOf(columns, fromMs);
  return sliceColumns(columns, from, Math.max(from, positionOf(columns, toMs)));
}

/** Puts a bar in a place of other columns. */
export function copyBar(from: BarColumns, i: number, to: BarColumns, j: number): void {
  to.time[j] = from.time[i] ?? Number.NaN;
  to.open[j] = from.open[i] ?? Number.NaN;
  to.high[j] = from.high[i] ?? Number.NaN;
  to.low[j] = from.low[i] ?? Number.NaN;
  to.close[j] = from.close[i] ?? Number.NaN;
  to.volume[j] = from.volume[i] ?? Number.NaN;
}

/** The bars whose positions are chosen. */
export function pickBars(columns: BarColumns, isChosen: (index: number) => boolean): BarColumns {
  const picked = newColumns(columns.length);
  let length = 0;
  for (let i = 0; i < columns.length; i++) {
    if (isChosen(i)) copyBar(columns, i, picked, length++);
  }
  return sliceColumns(picked, 0, length);
}

/** The time of the bar at a position, which must exist. */
export function timeAt(columns: Pick<BarColumns, 'time'>, index: number): number {
  const time = columns.time[index];
  if (time === undefined) throw new RangeError(`no bar at position ${index}`);
  return time;
}

/** The same bars, one by one. */
export function* eachBar(columns: BarColumns): Generator<Bar> {
  for (let index = 0; index < columns.length; index++) yield barAt(columns, index);
}

export const barsOf = (columns: BarColumns): Bar[] => [...eachBar(columns)];

function writeBars(bars: readonly Bar[]): BarColumns {
  const columns = newColumns(bars.length);
  for (let index = 0; index < bars.length; index++) {
    const bar = bars[index];
    if (!bar) continue;
    columns.time[index] = bar.time;
    columns.open[index] = bar.open;
    columns.high[index] = bar.high;
    columns.low[index] = bar.low;
    columns.close[index] = bar.close;
    columns.volume[index] = bar.volume ?? Number.NaN;
  }
  return columns;
}

/** Bars in any order as columns; of several bars of one time the last given counts. */
export function columnsOf(bars: readonly Bar[]): BarColumns {
  const isOrdered = bars.every(
    (bar, index) => index === 0 || (bars[index - 1]?.time ?? 0) < bar.time,
  );
  if (isOrdered) return writeBars(bars);
  const byTime = new Map(bars.map((bar) => [bar.time, bar]));
  return writeBars([...byTime.values()].sort((a, b) => a.time - b.time));
}
