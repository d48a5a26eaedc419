import type { Columns } from '../columns/columns.ts';
import type { Pairs } from './pair-terms.ts';

/**
 * Reads the pairs that the bars `from` … `from + count − 1` make with the bar before each; `from` is at least 1.
 * A bar with a price that is not positive makes the returns of its pairs NaN.
 */
export function readPairs(columns: Columns, from: number, count: number, into: Pairs): void {
  readReturns(columns, from, count, into);
  readMovement(columns, from, count, into);
}

function readReturns(
  { open, high, low, close }: Columns,
  from: number,
  count: number,
  { a, b, c }: Pairs,
): void {
  let mid = 0;
  let logClose = 0;
  for (let index = from - 1; index < from + count; index += 1) {
    // The low stands for all four prices: none is below it.
    const isPositive = (low[index] ?? Number.NaN) > 0;
    const logLow = isPositive ? Math.log(low[index] ?? Number.NaN) : Number.NaN;
    const logOpen = Math.log(open[index] ?? Number.NaN);
    const newMid = (Math.log(high[index] ?? Number.NaN) + logLow) / 2;
    if (index >= from) {
      a[index - from] = newMid - logOpen;
      b[index - from] = logClose - mid;
      c[index - from] = logOpen - logClose;
    }
    mid = newMid;
    logClose = Math.log(close[index] ?? Number.NaN);
  }
}

/** Equalities are asked of the prices themselves, never of their logarithms. */
function readMovement(
  { open, high, low, close }: Columns,
  from: number,
  count: number,
  { moving, openInside, closeInside }: Pairs,
): void {
  for (let offset = 0; offset < count; offset += 1) {
    const index = from + offset;
    const olderHigh = high[index - 1];
    const olderLow = low[index - 1];
    const olderClose = close[index - 1];
    const isMoving = high[index] !== low[index] || low[index] !== olderClose;
    const openMisses = (open[index] === high[index] ? 0 : 1) + (open[index] === low[index] ? 0 : 1);
    const closeMisses = (olderClose === olderHigh ? 0 : 1) + (olderClose === olderLow ? 0 : 1);
    moving[offset] = isMoving ? 1 : 0;
    openInside[offset] = isMoving ? openMisses : 0;
    closeInside[offset] = isMoving ? closeMisses : 0;
  }
}
