/** How pauses between attempts grow: doubled each time, from the first to the longest. */
export type Backoff = {
  firstMs: number;
  longestMs: number;
  /** Share by which a pause may differ either way, so that not every browser asks at once. */
  jitter?: number;
};

/** The pause before the next attempt after `failures` + 1 of them in a row (0 first), ms. */
export function backoffMs(
  failures: number,
  { firstMs, longestMs, jitter = 0 }: Backoff,
  random: () => number = Math.random,
): number {
  const pauseMs = Math.min(firstMs * 2 ** failures, longestMs);
  return pauseMs * (1 + (random() * 2 - 1) * jitter);
}
