const SECOND_MS = 1_000;
/** A step that takes longer says so this often. */
const STILL_MS = 3 * SECOND_MS;
const WIDTH = 30;

/**
 * Tells how far a start is: one line a finished step with its seconds, and a line every three seconds for a step that
 * takes longer. Steps may run side by side.
 */
export function createProgress({ write, now = performance.now.bind(performance) }) {
  const startedAt = now();
  const secondsSince = (ms) => `${((now() - ms) / SECOND_MS).toFixed(1)} s`;
  return {
    say: (line) => write(`  ${line}\n`),
    /** Follows `work` until it has ended; resolves or rejects as it does. Names: while it runs, and once it is done. */
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
