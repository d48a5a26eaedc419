import { type Clock, systemClock } from '../lib/clock.ts';

/** The server's time, estimated from its answers. */
export type ServerClock = Clock & {
  /** Learns from an answer's `Date` header; both moments are the browser's. */
  observe: (dateHeader: string | null, askedAtMs: number, answeredAtMs: number) => void;
};

/** A header has whole seconds; its mean error is half of one. */
const HEADER_STEP_MS = 1_000;

/**
 * Keeps the difference between the browser's clock and the server's. The fastest answer is the most exact, so a slower one
 * changes nothing unless it contradicts the estimate, as after the browser's clock was set.
 */
export function createServerClock(browserNow: () => number = Date.now): ServerClock {
  let offsetMs = 0;
  let errorMs = Number.POSITIVE_INFINITY;
  return {
    now: () => browserNow() + offsetMs,
    after: systemClock.after,
    observe: (dateHeader, askedAtMs, answeredAtMs) => {
      const dateMs = Date.parse(dateHeader ?? '');
      if (Number.isNaN(dateMs)) return;
      const seenErrorMs = (answeredAtMs - askedAtMs + HEADER_STEP_MS) / 2;
      const seenOffsetMs = dateMs + HEADER_STEP_MS / 2 - (askedAtMs + answeredAtMs) / 2;
      const contradicts = Math.abs(seenOffsetMs - offsetMs) > seenErrorMs + errorMs;
      if (seenErrorMs > errorMs && !contradicts) return;
      offsetMs = seenOffsetMs;
      errorMs = seenErrorMs;
    },
  };
}

/** The clock that all requests of the page set. */
export const serverClock: ServerClock = createServerClock();
