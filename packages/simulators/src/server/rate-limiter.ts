import type { RateLimit } from './provider.ts';

/** Whether a request passes the provider's limits now; one that does not blocks the path for a while. */
export type RateLimiter = { admits: (path: string) => boolean };

/** Sliding windows over the provider's limits, one caller assumed. */
export function createRateLimiter(limits: readonly RateLimit[], now: () => number): RateLimiter {
  const states = limits.map((limit) => ({ limit, times: [] as number[], blockedUntilMs: 0 }));
  return {
    admits: (path) => {
      const nowMs = now();
      for (const state of states) {
        const { limit } = state;
        if (!limit.path.test(path)) continue;
        if (nowMs < state.blockedUntilMs) return false;
        state.times = state.times.filter((timeMs) => timeMs > nowMs - limit.periodMs);
        if (state.times.length >= limit.requests) {
          state.blockedUntilMs = nowMs + limit.blockMs;
          return false;
        }
        state.times.push(nowMs);
      }
      return true;
    },
  };
}
