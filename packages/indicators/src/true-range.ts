/** The range of a bar including the previous close, which is NaN if there is none. */
export function trueRangeOf(high: number, low: number, closeBefore: number): number {
  if (Number.isNaN(closeBefore)) return high - low;
  return Math.max(high, closeBefore) - Math.min(low, closeBefore);
}
