/** A vendor's limit: so many calls in any stretch of so many milliseconds. */
export type CallLimit = { calls: number; perMs: number };

/** Hands out the right to call now. */
export type TokenBucket = {
  /** Takes a token and answers 0; where none is left, takes nothing and answers the milliseconds until one is. */
  take: () => number;
};

/** How much of a vendor's limit is used; the rest is for its clock and ours to disagree. */
const USED_SHARE = 0.8;

/**
 * A bucket of 80 % of the limit. A token returns one period after its call, so that no period, wherever it is
 * laid, holds more calls than that.
 */
export function createTokenBucket(deps: { now: () => number }, limit: CallLimit): TokenBucket {
  const size = Math.max(1, Math.floor(limit.calls * USED_SHARE));
  /** When the tokens that are out return, soonest first. */
  const returnsAtMs: number[] = [];
  return {
    take: () => {
      const nowMs = deps.now();
      while ((returnsAtMs[0] ?? Number.POSITIVE_INFINITY) <= nowMs) returnsAtMs.shift();
      const [soonestMs] = returnsAtMs;
      if (returnsAtMs.length >= size && soonestMs !== undefined) return soonestMs - nowMs;
      returnsAtMs.push(nowMs + limit.perMs);
      return 0;
    },
  };
}
