import { valueAt } from '../columns/columns.ts';

/** The minimum coverage of an interval. */
const CONFIDENCE = 0.95;

/** Two sample values that enclose the population median, and the probability that they do, 0 … 1. */
export type MedianInterval = {
  readonly low: number;
  readonly high: number;
  readonly coverage: number;
};

/** The median of ascending values, the mean of the middle two if their number is even; NaN for no values. */
export function medianOf(ascending: Float64Array): number {
  const middle = ascending.length / 2;
  return (valueAt(ascending, Math.ceil(middle) - 1) + valueAt(ascending, Math.floor(middle))) / 2;
}

/**
 * The narrowest pair of order statistics, equally far from both ends, that encloses the median in at least 95 % of
 * samples of any distribution: of `n` independent values the number below the median is binomial with `n` and ½, so the
 * l-th smallest and the l-th largest enclose it with `1 − 2·P(B ≤ l − 1)`. NaN for fewer than six values.
 *
 * Source: W. J. Conover, Practical Nonparametric Statistics, 3rd edition (1999), section 3.2, confidence interval for a
 * quantile; the same in H. A. David and H. N. Nagaraja, Order Statistics, 3rd edition (2003), section 7.1.
 */
export function medianInterval(ascending: Float64Array): MedianInterval {
  const { length } = ascending;
  const mostOutside = (1 - CONFIDENCE) / 2;
  // Logarithms: the power of ½ underflows from about a thousand values on.
  let logTerm = -length * Math.LN2;
  let outside = Math.exp(logTerm);
  let below = 0;
  let outsideBefore = Number.NaN;
  while (outside <= mostOutside) {
    logTerm += Math.log((length - below) / (below + 1));
    below += 1;
    outsideBefore = outside;
    outside += Math.exp(logTerm);
  }
  return {
    low: valueAt(ascending, below - 1),
    high: valueAt(ascending, length - below),
    coverage: 1 - 2 * outsideBefore,
  };
}
