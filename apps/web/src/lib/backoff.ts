/** Exponential backoff from `firstMs` to `longestMs`. */
export type Backoff = {
  firstMs: number;
  longestMs: number;
  /** Random share of the delay, so that browsers do not retry in step. */
  jitter?: number;
};

/** Delay after `failures` + 1 consecutive failures (0 is the first), ms. */
export function backoffMs(
  failures: number,
  { firstMs, longestMs, jitter = 0 }: Backoff,
  random: () => number = Math.random,
): number {
  const pauseMs = Math.min(firstMs * 2 ** failures, longestMs);
  return pauseMs * (1 + (random() * 2 - 1) * jitter);
}
