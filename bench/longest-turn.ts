const LOOK_EVERY_MS = 1;

/**
 * Measures the turns of this thread's event loop by its processor time, which other programs on the machine do not stretch.
 * Turns shorter than a millisecond count together. Returns the longest one since the last call, ms.
 */
export function measureTurns(): () => number {
  let longestMs = 0;
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let lastMs = usedMs();
  setInterval(() => {
    const nowMs = usedMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }, LOOK_EVERY_MS).unref();
  return () => {
    const taken = longestMs;
    longestMs = 0;
    return taken;
  };
}
