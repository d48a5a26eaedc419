import { useEffect, useState } from 'react';
import { secondsLeft } from './resend-pause.ts';

const TICK_MS = 1_000;

/** Seconds until a moment, once a second by the given clock; 0 when it has come. */
export function useCountdown(untilMs: number, now: () => number): number {
  const [nowMs, setNow] = useState(now);
  useEffect(() => {
    const tick = () => {
      setNow(now());
      if (now() >= untilMs) clearInterval(timer);
    };
    const timer = setInterval(tick, TICK_MS);
    tick();
    return () => clearInterval(timer);
  }, [now, untilMs]);
  return secondsLeft(untilMs, nowMs);
}
