import type { Bar } from '@moneytrail/contract';
import { trueRangeOf } from '@moneytrail/indicators';

/** A true range or a price move of more than this many usual true ranges is an outlier. */
export const OUTLIER_TRUE_RANGES = 12;
/** Fewer true ranges do not define a usual one. */
export const LEAST_TRUE_RANGES = 20;

function swap(values: Float64Array, i: number, j: number): void {
  const kept = values[i] ?? 0;
  values[i] = values[j] ?? 0;
  values[j] = kept;
}

/**
 * The upper median of the first `count` numbers (at least one), which it reorders. Uses Hoare's quickselect: a typed
 * array's own sort costs ten times as much for a few dozen numbers.
 */
export function medianOf(values: Float64Array, count: number): number {
  const middle = count >> 1;
  const at = (index: number) => values[index] ?? 0;
  let left = 0;
  let right = count - 1;
  while (left < right) {
    const pivot = at(middle);
    let i = left;
    let j = right;
    while (i <= j) {
      while (at(i) < pivot) i++;
      while (pivot < at(j)) j--;
      if (i <= j) swap(values, i++, j--);
    }
    if (j < middle) left = i;
    if (middle < i) right = j;
  }
  return at(middle);
}

/** The price move above which a price is an outlier; null if there are too few bars. */
export function outlierDistance(bars: readonly Bar[]): number | null {
  const ranges = new Float64Array(bars.length);
  let count = 0;
  for (const [index, bar] of bars.entries()) {
    const range = trueRangeOf(bar.high, bar.low, bars[index - 1]?.close ?? Number.NaN);
    if (range > 0) ranges[count++] = range;
  }
  return count < LEAST_TRUE_RANGES ? null : OUTLIER_TRUE_RANGES * medianOf(ranges, count);
}
