/**
 * The least time that work takes in some attempts, in milliseconds; none is made once it took less than `enoughMs`. What is
 * slow is so every time, what a busy machine makes slow is not.
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
