import type { LoadState } from '@moneytrail/chart';
import { ApiError, isWorthRetrying } from '../../../api/api-error.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createLasting } from '../../../lib/lasting.ts';
import { createValueStore, type ValueStore } from '../../../lib/value-store.ts';
import { QUIET_MS } from '../model/messages.ts';

type Deps = { clock: Clock; load: Pick<ValueStore<LoadState>, 'get' | 'subscribe'> };

/** A busy server answered: the load is repeated, and mostly succeeds. */
function isPassing({ cause }: Extract<LoadState, { kind: 'failed' }>): boolean {
  return cause instanceof ApiError && cause.status > 0 && isWorthRetrying(cause);
}

/**
 * The state of loading as people are told it: a failure of a busy server stays "loading" until it has lasted for
 * `QUIET_MS`, its retries included. Refusals and a missing network are told at once.
 */
export function createToldLoad({
  clock,
  load,
}: Deps): Pick<ValueStore<LoadState>, 'get' | 'subscribe'> & { end: () => void } {
  const told = createValueStore(load.get());
  const failing = createLasting(clock, QUIET_MS);
  /** The start of the load that fails; null unless it is failing. */
  let sinceMs: number | null = null;
  let startedAtMs: number | null = null;
  const quiet = (state: LoadState): LoadState => {
    if (state.kind === 'idle' || sinceMs === null || failing.get()) return state;
    const isFirst = state.kind === 'failed' ? state.part === 'first' : state.kind === 'first';
    if (!isFirst) return { kind: 'older' };
    const hasBars = state.kind !== 'older' && state.hasBars;
    return { kind: 'first', startedAtMs: sinceMs, hasBars, isRetry: true };
  };
  const follow = () => {
    const state = load.get();
    if (state.kind === 'first' && !state.isRetry) startedAtMs = state.startedAtMs;
    const isFailing = state.kind === 'failed' && isPassing(state);
    const isRetry = state.kind === 'older' || (state.kind === 'first' && state.isRetry);
    if (isFailing) sinceMs ??= state.part === 'first' ? (startedAtMs ?? clock.now()) : clock.now();
    else if (!isRetry) sinceMs = null;
    failing.set(sinceMs !== null);
    told.set(quiet(state));
  };
  const stops = [load.subscribe(follow), failing.subscribe(() => told.set(quiet(load.get())))];
  follow();
  return {
    get: told.get,
    subscribe: told.subscribe,
    end() {
      for (const stop of stops) stop();
      failing.set(false);
    },
  };
}
