const LONGEST_MS = 3_600_000;
const SHORTEST_MS = 1_000;

/** Wakes a simulator when its next payment is due by its own clock, and at least every hour. */
export function createDueTimer(deps: { now: () => number; wake: () => void }): {
  /** Null: nothing is due. */
  set: (dueMs: number | null) => void;
  close: () => void;
} {
  let timer: NodeJS.Timeout | undefined;
  return {
    set: (dueMs) => {
      clearTimeout(timer);
      if (dueMs === null) return;
      const waitMs = Math.min(Math.max(dueMs - deps.now(), SHORTEST_MS), LONGEST_MS);
      timer = setTimeout(deps.wake, waitMs).unref();
    },
    close: () => clearTimeout(timer),
  };
}
