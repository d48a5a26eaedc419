/** A vendor's limit: so many calls in any stretch of so many milliseconds. */
export type CallLimit = { calls: number; perMs: number };

/** Hands out the right to call. */
export type TokenBucket = {
  /**
   * Takes a token that is free within `maxWaitMs`; `waitMs` is how long to wait before the call.
   * Not granted: nothing is taken, and `waitMs` says when a token will be free.
   */
  take: (maxWaitMs: number) => { isGranted: boolean; waitMs: number };
};

/** How much of a vendor's limit is used; the rest is for its clock and ours to disagree. */
const USED_SHARE = 0.8;

/**
 * A bucket of 80 % of the limit. A token returns one period after its call, so that no period, wherever it is
 * laid, holds more calls than that.
 */
export function createTokenBucket(deps: { now: () => number }, limit: CallLimit): TokenBucket {
  const size = Math.max(1, Math.floor(limit.calls * USED_SHARE));
  /** When the newest calls were or will be made, ascending; never longer than the bucket. */
  const callsAtMs: number[] = [];
  return {
    take: (maxWaitMs) => {
      const nowMs = deps.now();
      const oldestMs = callsAtMs.length < size ? undefined : callsAtMs[0];
      const freeAtMs = oldestMs === undefined ? nowMs : Math.max(nowMs, oldestMs + limit.perMs);
      const waitMs = freeAtMs - nowMs;
      if (waitMs > maxWaitMs) return { isGranted: false, waitMs };
      callsAtMs.push(freeAtMs);
      if (callsAtMs.length > size) callsAtMs.shift();
      return { isGranted: true, waitMs };
    },
  };
}
