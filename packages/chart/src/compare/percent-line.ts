/** A line of closes in percent of one of them. */
export type PercentLine = {
  /** NaN where there is no close, and before the base. */
  percents: Float64Array;
  /** The close that percentages count from, which must be above zero; null before there is any. */
  base: number | null;
};

/**
 * Closes in percent of the first known one from an index on. One that is zero or below is no base: then nothing of the
 * line has a percentage.
 */
export function percentLine(closes: Float64Array, from: number): PercentLine {
  const percents = new Float64Array(closes.length).fill(Number.NaN);
  let first = Math.max(0, from);
  while (first < closes.length && Number.isNaN(closes[first])) first += 1;
  const base = closes[first] ?? null;
  if (base === null || base <= 0) return { percents, base };
  // The line runs in from the left edge; bars before the first in view are on the same scale.
  const start = first === from ? 0 : first;
  for (let index = start; index < closes.length; index++) {
    percents[index] = (100 * ((closes[index] ?? Number.NaN) - base)) / base;
  }
  return { percents, base };
}
