import type { Clock } from '../clock.ts';

export type FakeClock = Clock & {
  /** Moves on, running due timers in order and letting promises settle in between. */
  advance: (durationMs: number) => Promise<void>;
  /** Time until the next timer, ms; null if none is set. */
  nextInMs: () => number | null;
  /** The longest timer requested, ms. */
  longestWaitMs: () => number;
};

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

/** Enough microtasks for a chain of promises; no time passes. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}
