/** The upper quantiles of the normal distribution for intervals of 95 and 99 %. */
export const NORMAL_QUANTILES = { 0.95: 1.959963984540054, 0.99: 2.5758293035489004 } as const;

/** The confidence of an interval. */
export type Confidence = keyof typeof NORMAL_QUANTILES;

/**
 * The upper quantile of Student's t distribution for an interval of this confidence, with at least nine degrees of
 * freedom, to two decimals; to four from twenty on.
 *
 * Source: M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), 26.7.5.
 */
export function studentQuantile(freedom: number, confidence: Confidence = 0.95): number {
  const z = NORMAL_QUANTILES[confidence];
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}

/**
 * The factor by which a bootstrap interval is widened. Few blocks vary less than the time that they were drawn from:
 * intervals get as much wider as Student's are. Blocks also cut horizons that overlap across their ends. Where two moves
 * are alike in proportion to the time that they share, this takes a third of `heldShare`, the time of a horizon in
 * blocks, from the variance.
 */
export function widening(blocks: number, heldShare: number, confidence: Confidence = 0.95): number {
  return (
    (studentQuantile(blocks - 1, confidence) / NORMAL_QUANTILES[confidence]) *
    Math.sqrt(blocks / (blocks - 1) / (1 - heldShare / 3))
  );
}

/** With fewer blocks, Student's quantile is not known here, and no interval is worth its name. */
export const LEAST_BLOCKS = 10;

/** An interval around an estimate, widened on both sides. */
export function widened(
  { low, high }: { low: number; high: number },
  estimate: number,
  factor: number,
): { low: number; high: number } {
  return { low: estimate + factor * (low - estimate), high: estimate + factor * (high - estimate) };
}
