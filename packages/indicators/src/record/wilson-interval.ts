/** The 97.5 % quantile of the normal distribution. */
const QUANTILE = 1.959963984540054;

/**
 * The score interval, 95 %, of a share that was observed in a number of independent trials, 0 … 1 each. It never leaves
 * 0 … 1. NaN without trials.
 *
 * Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209–212.
 */
export function wilsonInterval(share: number, trials: number): { low: number; high: number } {
  const square = QUANTILE ** 2 / trials;
  const centre = share + square / 2;
  const half = QUANTILE * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials));
  // Rounding may carry a share of 0 or 1 beyond its bound.
  return {
    low: Math.max(0, (centre - half) / (1 + square)),
    high: Math.min(1, (centre + half) / (1 + square)),
  };
}
