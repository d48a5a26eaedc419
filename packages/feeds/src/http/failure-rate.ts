import { CircuitState, type IBreaker } from 'cockatiel';

export type FailureRateLimit = { share: number; minimumCalls: number; windowMs: number };

/**
 * Opens at a share of failures among at least so many calls of the last stretch of time.
 * The library's own sampling breaker needs more than the share, and forgets by traffic instead of by time.
 */
export function createFailureRate(deps: { now: () => number }, limit: FailureRateLimit): IBreaker {
  let calls: { atMs: number; isFailure: boolean }[] = [];

  const add = (isFailure: boolean) => {
    const nowMs = deps.now();
    calls = calls.filter(({ atMs }) => atMs > nowMs - limit.windowMs);
    calls.push({ atMs: nowMs, isFailure });
  };

  return {
    state: null,
    success: (state) => {
      if (state === CircuitState.HalfOpen) calls = [];
      add(false);
    },
    failure: (state) => {
      add(true);
      if (state !== CircuitState.Closed) return true;
      const failures = calls.filter(({ isFailure }) => isFailure).length;
      return calls.length >= limit.minimumCalls && failures >= limit.share * calls.length;
    },
  };
}
