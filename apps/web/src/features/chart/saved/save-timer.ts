import { SECOND_MS } from '@moneytrail/calendar';
import { backoffMs } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';

/** A change is saved so soon after the last one, and no later than that after the first. */
const QUIET_MS = 700;
const LATEST_MS = 1_500;
const RETRY = { firstMs: 2 * SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };

/** When the next save is due. */
export type SaveTimer = {
  /** Something changed: waits for more, but not for long. */
  soon: () => void;
  /** A save failed: waits longer each time. */
  later: () => void;
  succeeded: () => void;
  cancel: () => void;
};

type Deps = { clock: Clock; random: () => number; run: () => void };

export function createSaveTimer({ clock, random, run }: Deps): SaveTimer {
  let failures = 0;
  let firstChangeMs: number | null = null;
  let cancelDue = () => {};
  const cancel = () => {
    cancelDue();
    firstChangeMs = null;
  };
  return {
    soon() {
      const nowMs = clock.now();
      firstChangeMs ??= nowMs;
      const dueMs = Math.min(nowMs + QUIET_MS, firstChangeMs + LATEST_MS);
      cancelDue();
      cancelDue = clock.after(Math.max(0, dueMs - nowMs), run);
    },
    later() {
      cancel();
      cancelDue = clock.after(backoffMs(failures, RETRY, random), run);
      failures += 1;
    },
    succeeded() {
      failures = 0;
    },
    cancel,
  };
}
