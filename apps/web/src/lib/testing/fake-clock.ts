import type { Clock } from '../clock.ts';

/** A clock that stands still until it is moved. */
export type FakeClock = Clock & {
  /** Moves on, running what falls due in order, and lets promises settle in between. */
  advance: (durationMs: number) => Promise<void>;
  /** How long until the next thing that waits is due, ms; null where nothing waits. */
  nextInMs: () => number | null;
  /** The longest single wait that was asked for, ms. */
  longestWaitMs: () => number;
};

/** Makes a clock for tests, starting at a moment. */
export function createFakeClock(startMs: number): FakeClock {
  let now = startMs;
  let longest = 0;
  let nextId = 0;
  const timers = new Map<number, { dueMs: number; callback: () => void }>();
  const earliest = () =>
    [...timers].sort(([a, one], [b, other]) => one.dueMs - other.dueMs || a - b)[0];
  return {
    now: () => now,
    after: (delayMs, callback) => {
      const id = nextId++;
      longest = Math.max(longest, delayMs);
      timers.set(id, { dueMs: now + delayMs, callback });
      return () => timers.delete(id);
    },
    advance: async (durationMs) => {
      const endMs = now + durationMs;
      await settle();
      for (let next = earliest(); next && next[1].dueMs <= endMs; next = earliest()) {
        const [id, { dueMs, callback }] = next;
        timers.delete(id);
        now = Math.max(now, dueMs);
        callback();
        await settle();
      }
      now = endMs;
    },
    nextInMs: () => {
      const next = earliest();
      return next ? next[1].dueMs - now : null;
    },
    longestWaitMs: () => longest,
  };
}

/** Enough turns of the queue for a chain of promises; no time passes. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}
