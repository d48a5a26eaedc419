import type { Bar } from '@moneytrail/contract';
import { barAt, type Columns, positionOf, sliceColumns } from '@moneytrail/indicators';

export { barAt, positionOf, sliceColumns };

/** Bars as columns, ascending and unique in time; the columns may be longer than `length`. An absent volume is NaN. */
export type BarColumns = Columns;

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

/** Joins pieces, which the caller gives in ascending order. */
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

export function barsBetween(columns: BarColumns, fromMs: number, toMs: number): BarColumns {
  const from = positionOf(columns, fromMs);
  return sliceColumns(columns, from, Math.max(from, positionOf(columns, toMs)));
}

function copyBar(from: BarColumns, i: number, to: BarColumns, j: number): void {
  to.time[j] = from.time[i] ?? Number.NaN;
  to.open[j] = from.open[i] ?? Number.NaN;
  to.high[j] = from.high[i] ?? Number.NaN;
  to.low[j] = from.low[i] ?? Number.NaN;
  to.close[j] = from.close[i] ?? Number.NaN;
  to.volume[j] = from.volume[i] ?? Number.NaN;
}

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

export function* eachBar(columns: BarColumns): Generator<Bar> {
  for (let index = 0; index < columns.length; index++) yield barAt(columns, index);
}

export const barsOf = (columns: BarColumns): Bar[] => [...eachBar(columns)];

function copyBars(bars: readonly Bar[]): BarColumns {
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

/** Columns of bars in any order; of several bars of the same time the last one counts. */
export function columnsOf(bars: readonly Bar[]): BarColumns {
  const isOrdered = bars.every(
    (bar, index) => index === 0 || (bars[index - 1]?.time ?? 0) < bar.time,
  );
  if (isOrdered) return copyBars(bars);
  const byTime = new Map(bars.map((bar) => [bar.time, bar]));
  return copyBars([...byTime.values()].sort((a, b) => a.time - b.time));
}

function isSame(a: BarColumns, i: number, b: BarColumns, j: number): boolean {
  return (
    a.open[i] === b.open[j] &&
    a.high[i] === b.high[j] &&
    a.low[i] === b.low[j] &&
    a.close[i] === b.close[j] &&
    Object.is(a.volume[i], b.volume[j])
  );
}

/** Merges newer bars into stored ones, replacing those of the same time. Idempotent. */
export function mergeColumns(
  stored: BarColumns,
  incoming: BarColumns,
): { columns: BarColumns; isChanged: boolean } {
  if (incoming.length === 0) return { columns: stored, isChanged: false };
  if (stored.length === 0) return { columns: incoming, isChanged: true };
  if (timeAt(stored, stored.length - 1) < timeAt(incoming, 0)) {
    return { columns: concatColumns([stored, incoming]), isChanged: true };
  }
  const merged = newColumns(stored.length + incoming.length);
  let isChanged = false;
  let i = 0;
  let j = 0;
  let length = 0;
  while (i < stored.length || j < incoming.length) {
    const storedTime = i < stored.length ? timeAt(stored, i) : Number.POSITIVE_INFINITY;
    const incomingTime = j < incoming.length ? timeAt(incoming, j) : Number.POSITIVE_INFINITY;
    if (storedTime < incomingTime) copyBar(stored, i++, merged, length++);
    else {
      if (storedTime > incomingTime || !isSame(stored, i, incoming, j)) isChanged = true;
      if (storedTime === incomingTime) i++;
      copyBar(incoming, j++, merged, length++);
    }
  }
  return { columns: isChanged ? sliceColumns(merged, 0, length) : stored, isChanged };
}
