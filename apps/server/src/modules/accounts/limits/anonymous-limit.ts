import { LRUCache } from 'lru-cache';
import { within } from '../../../deadline.ts';
import { subscriberOf } from '../../../http/network.ts';
import type { Waits } from '../../../waits.ts';
import type { Core } from '../core.ts';
import { limitKey, takeAlone } from './limiter.ts';
import { type Hits, takeFromWindows } from './rules.ts';

/** Whether an address may ask once more; `retryAtMs` is when it may, now where it may. */
export type AnonymousVerdict = { isAllowed: boolean; retryAtMs: number; nowMs: number };

/** Counts a request of somebody who has not signed in. */
export type AnonymousLimit = (address: string) => Promise<AnonymousVerdict>;

/** What this process knows of an address by itself. */
type Known = { hits: Hits; refusedUntilMs: number };

const MAX_ADDRESSES = 20_000;
/** A store that takes longer is out of reach: charts do not wait for a counter. */
const STORE_TIMEOUT_MS = 500;
/** How long a store that was out of reach is not asked again. */
const STORE_PAUSE_MS = 5_000;

/** Whether a moment that was at most so far ahead is ahead still; further ahead it is where the clock was set back. */
function lasts(untilMs: number, nowMs: number, longestMs: number): boolean {
  return nowMs < untilMs && untilMs - nowMs <= longestMs;
}

type Deps = Pick<Core, 'db' | 'log' | 'clock' | 'keys' | 'limits'>;

/**
 * The budget of visitors, one for all processes. Fails open: where the shared count cannot be asked, each process
 * counts alone. An address that was refused is refused by memory until it has room again, so that who asks without
 * end costs nothing.
 */
export function createAnonymousLimit(
  deps: Deps,
  { counterMs = STORE_TIMEOUT_MS }: Pick<Waits, 'counterMs'> = {},
): AnonymousLimit {
  const { db, log, clock, keys } = deps;
  const windows = [deps.limits.anonymousRequests];
  const known = new LRUCache<string, Known>({ max: MAX_ADDRESSES });
  let pausedUntilMs = 0;

  async function askStore(subscriber: string, nowMs: number) {
    if (lasts(pausedUntilMs, nowMs, STORE_PAUSE_MS)) return null;
    const key = limitKey(keys.limits, 'anonymous', subscriber);
    try {
      return await within(takeAlone(db, [{ key, windows }], nowMs), counterMs);
    } catch (error) {
      pausedUntilMs = nowMs + STORE_PAUSE_MS;
      log.warn({ err: error }, 'visitors are counted by each process alone');
      return null;
    }
  }

  return async (address) => {
    const nowMs = clock.now();
    const subscriber = subscriberOf(address);
    const refusedUntilMs = known.get(subscriber)?.refusedUntilMs ?? 0;
    if (lasts(refusedUntilMs, nowMs, deps.limits.anonymousRequests.windowMs))
      return { isAllowed: false, retryAtMs: refusedUntilMs, nowMs };
    const shared = await askStore(subscriber, nowMs);
    const alone = takeFromWindows(windows, known.get(subscriber)?.hits ?? [], nowMs);
    const { isAllowed, retryAtMs } = shared ?? alone;
    known.set(subscriber, { hits: alone.hits, refusedUntilMs: isAllowed ? 0 : retryAtMs });
    return { isAllowed, retryAtMs, nowMs };
  };
}
