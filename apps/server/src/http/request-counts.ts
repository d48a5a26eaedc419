import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../steady-clock.ts';

/** Addresses that are counted at once; the one unseen for longest is forgotten first. */
const MOST_ADDRESSES = 5_000;

/**
 * Counts requests in windows by a clock that only goes forward. The library's own store goes by the machine's: when that
 * is put back by an hour, a window lasts an hour longer, and who has used it up is refused until then.
 */
export function requestCounts({
  monotonicMs,
}: Pick<Clock, 'monotonicMs'>): FastifyRateLimitStoreCtor {
  return class RequestCounts implements FastifyRateLimitStore {
    readonly #windows = new LRUCache<string, { count: number; endMs: number }>({
      max: MOST_ADDRESSES,
    });

    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      const nowMs = monotonicMs();
      const last = this.#windows.get(key);
      const window = last && last.endMs > nowMs ? last : { count: 0, endMs: nowMs + windowMs };
      window.count += 1;
      this.#windows.set(key, window);
      done(null, { current: window.count, ttl: window.endMs - nowMs });
    }

    child(): FastifyRateLimitStore {
      return new RequestCounts();
    }
  };
}
