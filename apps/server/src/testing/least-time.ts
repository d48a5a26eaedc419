/**
 * The least time of several attempts in milliseconds, stopping once it is below `enoughMs`. Slow code is slow every time;
 * a busy machine is not.
 */
export async function leastTime(
  enoughMs: number,
  attempts: number,
  work: () => Promise<void>,
): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && leastMs >= enoughMs; attempt++) {
    const startedAt = performance.now();
    await work();
    leastMs = Math.min(leastMs, performance.now() - startedAt);
  }
  return leastMs;
}
