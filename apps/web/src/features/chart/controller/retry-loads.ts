import { SECOND_MS } from '@moneytrail/calendar';
import type { LoadState } from '@moneytrail/chart';
import { isWorthRetrying, retryPauseMs } from '../../../api/api-error.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { ValueStore } from '../../../lib/value-store.ts';

const PAUSES = { firstMs: 2 * SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };

type Deps = {
  clock: Clock;
  random: () => number;
  load: ValueStore<LoadState>;
  retry: () => void;
};

/**
 * Repeats failed loads of bars, first pages and older ones, after growing pauses. `retryNow` repeats at once, as when the
 * network is back. Refusals are not repeated.
 */
export function retryLoads({ clock, random, load, retry }: Deps): {
  retryNow: () => void;
  end: () => void;
} {
  let failures = 0;
  let cancel = () => {};
  const failure = () => {
    const state = load.get();
    return state.kind === 'failed' && isWorthRetrying(state.cause) ? state : null;
  };
  const follow = () => {
    cancel();
    if (load.get().kind === 'idle') failures = 0;
    const failed = failure();
    if (!failed) return;
    cancel = clock.after(retryPauseMs(failed.cause, failures, { ...PAUSES, random }), retry);
    failures += 1;
  };
  const stop = load.subscribe(follow);
  follow();
  return {
    retryNow() {
      failures = 0;
      if (failure()) retry();
    },
    end() {
      stop();
      cancel();
    },
  };
}
