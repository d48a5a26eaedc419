import { SECOND_MS } from '@moneytrail/calendar';
import type { LoadState } from '@moneytrail/chart';
import { isWorthRetrying } from '../../../api/api-error.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ValueStore } from '../../../lib/value-store.ts';

const PAUSES = { firstMs: 2 * SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };

type Deps = {
  clock: Clock;
  random: () => number;
  load: ValueStore<LoadState>;
  /** Tries again what failed. */
  retry: () => void;
};

/** Loads again what failed: after growing pauses, and at once when told that the way is free again. */
export function retryLoads({ clock, random, load, retry }: Deps): {
  retryNow: () => void;
  end: () => void;
} {
  let failures = 0;
  let cancel = () => {};
  const hasFailed = () => {
    const state = load.get();
    return state.kind === 'failed' && isWorthRetrying(state.cause);
  };
  const follow = () => {
    cancel();
    if (load.get().kind === 'idle') failures = 0;
    if (!hasFailed()) return;
    cancel = clock.after(backoffMs(failures, PAUSES, random), retry);
    failures += 1;
  };
  const stop = load.subscribe(follow);
  follow();
  return {
    retryNow() {
      failures = 0;
      if (hasFailed()) retry();
    },
    end() {
      stop();
      cancel();
    },
  };
}
