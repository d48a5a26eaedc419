/** Processor time of the calling thread in milliseconds: a busy machine takes none of it. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * The least time of several attempts in milliseconds, stopping once it is below `enoughMs`. Slow code is slow every time;
 * a busy machine is not. It is the time that passes, unless `readMs` tells another one.
 */
export async function leastTime(
  enoughMs: number,
  attempts: number,
  work: () => Promise<void>,
  readMs = () => performance.now(),
): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && leastMs >= enoughMs; attempt++) {
    const startedAt = readMs();
    await work();
    leastMs = Math.min(leastMs, readMs() - startedAt);
  }
  return leastMs;
}
