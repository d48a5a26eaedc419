import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** The time of a clock, once a second. */
export function useNow(now: () => number): number {
  const [nowMs, setNow] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setNow(now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [now]);
  return nowMs;
}
