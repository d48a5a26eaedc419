const SECOND_MS = 1_000;
/** The interval of messages about a step that takes longer. */
const STILL_MS = 3 * SECOND_MS;
const WIDTH = 30;

/**
 * Reports the progress of a start: one line per finished step with its seconds, and a line every three seconds for a
 * step that takes longer. Steps may run in parallel.
 */
export function createProgress({ write, now = performance.now.bind(performance) }) {
  const startedAt = now();
  const secondsSince = (ms) => `${((now() - ms) / SECOND_MS).toFixed(1)} s`;
  return {
    say: (line) => write(`  ${line}\n`),
    /**
     * Follows `work` until it ends, and resolves or rejects like it. The names apply while it runs, and once it is
     * done.
     */
    async step({ doing, done }, work) {
      const begunAt = now();
      const still = setInterval(
        () => write(`  ${`${doing} …`.padEnd(WIDTH)}${secondsSince(begunAt)}\n`),
        STILL_MS,
      );
      try {
        const result = await work;
        write(`  ${done.padEnd(WIDTH)}${secondsSince(begunAt)}\n`);
        return result;
      } finally {
        clearInterval(still);
      }
    },
    /** Seconds since the start, as text. */
    elapsed: () => secondsSince(startedAt),
  };
}
