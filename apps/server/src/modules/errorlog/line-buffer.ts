/** A line of the log and when it was written, ms UTC. */
export type BufferedLine = { line: string; atMs: number };

/** Lines of failures between the log, which must never wait, and the database. */
export type LineBuffer = {
  /** Keeps a line, or counts it where there are too many. */
  write: (line: string) => void;
  /** What was kept since the last call, and how many were not. */
  take: () => { lines: BufferedLine[]; lostCount: number };
  /** Called at each line, from now on. */
  onWrite: (listener: () => void) => void;
};

const MOST_LINES = 500;
/** Longer lines are no JSON any more when cut: their failure is lost but for the log. */
const LONGEST_LINE = 64 * 1_024;

/** A buffer of bounded size. */
export function createLineBuffer(clock: { now: () => number }): LineBuffer {
  let lines: BufferedLine[] = [];
  let lostCount = 0;
  let listener = () => {};
  return {
    write(line) {
      if (lines.length < MOST_LINES && line.length <= LONGEST_LINE) {
        lines.push({ line, atMs: clock.now() });
      } else lostCount += 1;
      listener();
    },
    take() {
      const taken = { lines, lostCount };
      lines = [];
      lostCount = 0;
      return taken;
    },
    onWrite(next) {
      listener = next;
      if (lines.length > 0) listener();
    },
  };
}
