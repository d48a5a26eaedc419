import { SECOND_MS } from '@moneytrail/calendar';
import type { Clock } from '../../../lib/clock.ts';

/** A speed of playing: one step after each interval. */
export type Speed = { label: string; name: string; intervalMs: number };

/** Slowest first. */
export const SPEEDS = [
  { label: '0.1', name: '1 in 10 s', intervalMs: 10 * SECOND_MS },
  { label: '0.3', name: '1 in 3 s', intervalMs: 3 * SECOND_MS },
  { label: '1', name: '1 a sec', intervalMs: SECOND_MS },
  { label: '2', name: '2 a sec', intervalMs: 500 },
  { label: '3', name: '3 a sec', intervalMs: 333 },
  { label: '5', name: '5 a sec', intervalMs: 200 },
  { label: '10', name: '10 a sec', intervalMs: 100 },
] as const satisfies readonly Speed[];

export const USUAL_SPEED: Speed = SPEEDS[2];

/**
 * Steps in intervals of a speed until it is paused, or until a step finds nothing more. The time that a step takes is part of
 * the interval; one that takes longer delays the next ones, which do not catch up.
 */
export function createPlayer(deps: {
  clock: Clock;
  speed: Speed;
  /** False at the end. */
  step: () => Promise<boolean>;
  onChange: (isPlaying: boolean) => void;
}) {
  let { intervalMs } = deps.speed;
  let cancel: (() => void) | null = null;
  /** Tells the present play from one that was paused while it stepped. */
  let play = 0;
  const pause = () => {
    play += 1;
    cancel?.();
    cancel = null;
    deps.onChange(false);
  };
  const waitUntil = (dueMs: number) => {
    const own = play;
    // The clock may be set back meanwhile.
    const leftMs = Math.min(intervalMs, Math.max(0, dueMs - deps.clock.now()));
    cancel = deps.clock.after(leftMs, () => {
      void deps.step().then((hasMore) => {
        if (own !== play) return;
        if (hasMore) waitUntil(Math.max(dueMs + intervalMs, deps.clock.now()));
        else pause();
      });
    });
  };
  const wait = () => waitUntil(deps.clock.now() + intervalMs);
  return {
    play(): void {
      if (cancel) return;
      wait();
      deps.onChange(true);
    },
    pause,
    /** The pause before the next step begins anew. */
    setSpeed(speed: Speed): void {
      intervalMs = speed.intervalMs;
      if (!cancel) return;
      play += 1;
      cancel();
      wait();
    },
  };
}
