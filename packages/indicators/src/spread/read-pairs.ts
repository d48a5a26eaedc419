import type { Columns } from '../columns/columns.ts';
import type { Pairs } from './pairs.ts';

/**
 * Reads the pairs that the bars `from` … `from + count − 1` make with the bar before each; `from` is at least 1.
 * A bar with a price that is not positive makes the returns of its pairs NaN.
 */
export function readPairs(columns: Columns, from: number, count: number, into: Pairs): void {
  readMovement(columns, from, count, into);
  readReturns(columns, from, count, into);
}

function readReturns(
  { open, high, low, close }: Columns,
  from: number,
  count: number,
  { a, b, c, moving }: Pairs,
): void {
  let mid = 0;
  let logClose = 0;
  for (let index = from - 1; index < from + count; index += 1) {
    const lowest = Number(low[index]);
    // The low stands for all four prices, none of which is below it.
    const product = lowest > 0 ? Number(high[index]) * lowest : Number.NaN;
    const newMid = Math.log(product) / 2;
    if (index >= from) {
      const opening = Number(open[index]);
      // Most markets open where they closed: the same price has the same logarithm.
      const logOpen = opening === close[index - 1] ? logClose : Math.log(opening);
      const offset = index - from;
      a[offset] = moving[offset] === 0 ? 0 : newMid - logOpen;
      b[offset] = logClose - mid;
      c[offset] = logOpen - logClose;
    }
    mid = newMid;
    logClose = Math.log(Number(close[index]));
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
