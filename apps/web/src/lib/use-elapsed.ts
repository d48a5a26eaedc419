import { useEffect, useState } from 'react';

const STEP_MS = 1_000;

/** Milliseconds since a moment, counted on once a second by the given clock. */
export function useElapsed(sinceMs: number, now: () => number): number {
  const [elapsedMs, setElapsed] = useState(() => now() - sinceMs);
  useEffect(() => {
    const tick = () => setElapsed(now() - sinceMs);
    tick();
    const timer = setInterval(tick, STEP_MS);
    return () => clearInterval(timer);
  }, [sinceMs, now]);
  return elapsedMs;
}
