import { MINUTE_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { isStorageUnavailable } from '../../../db/index.ts';
import { within } from '../../../deadline.ts';
import type { SignedInUser } from '../profile/present-account.ts';

const MAX_ENTRIES = 20_000;
/** While the database does not answer, the last known entry is served up to this age. */
const LAST_KNOWN_MS = MINUTE_MS;
/** Database timeouts: with a last known entry to fall back on, and without one. */
const DATABASE_TIMEOUT_MS = { known: 1_000, unknown: 3_000 };

type Known<Entry> = { entry: Entry | null; atMs: number };
type Cached<Entry> = {
  loadedAtMs: number;
  entry: Promise<Entry | null>;
  /** The database's last answer. */
  known: Known<Entry> | null;
};

/**
 * Sessions or API keys with their users, at most `maxAgeMs` old; changes made in this process are seen at once. While
 * the database hangs or is unreachable, entries up to a minute old are served, so that charts keep showing stored bars.
 */
export function createLiveCache<Entry extends { user: SignedInUser }>({
  clock,
  load,
  maxAgeMs,
  unreadable,
}: {
  clock: { now: () => number };
  /** Null if there is none, or its user has lost access. */
  load: (id: string) => Promise<Entry | null>;
  maxAgeMs: number;
  /** Tells a caller that the database does not answer. */
  unreadable: string;
}) {
  const cache = new LRUCache<string, Cached<Entry>>({ max: MAX_ENTRIES });

  function read(id: string): Cached<Entry> {
    const nowMs = clock.now();
    const cached: Cached<Entry> = {
      loadedAtMs: nowMs,
      entry: load(id),
      known: cache.peek(id)?.known ?? null,
    };
    cache.set(id, cached);
    cached.entry.then(
      (entry) => {
        cached.known = { entry, atMs: nowMs };
      },
      // Failures are not cached.
      () => {
        cached.loadedAtMs = Number.NEGATIVE_INFINITY;
      },
    );
    return cached;
  }

  function lastKnown(id: string, cause?: unknown): Entry | null {
    const known = cache.peek(id)?.known;
    if (known && Math.abs(clock.now() - known.atMs) < LAST_KNOWN_MS) return known.entry;
    throw new AppError('UNAVAILABLE', unreadable, { cause });
  }

  return {
    /** Null if there is none, or its user has lost access. */
    get: async (id: string): Promise<Entry | null> => {
      const former = cache.get(id);
      const isFresh = former && Math.abs(clock.now() - former.loadedAtMs) < maxAgeMs;
      // The hot path: an entry that is loaded needs no timer.
      if (isFresh && former.known?.atMs === former.loadedAtMs) return former.known.entry;
      const cached = isFresh ? former : read(id);
      const timeoutMs = cached.known ? DATABASE_TIMEOUT_MS.known : DATABASE_TIMEOUT_MS.unknown;
      try {
        return await within(cached.entry, timeoutMs, () => lastKnown(id));
      } catch (error) {
        if (!(error instanceof Error) || !isStorageUnavailable(error)) throw error;
        return lastKnown(id, error);
      }
    },
    /** Drops the entries of users; the next read goes to the database. */
    forget: (userIds: readonly string[]): void => {
      const forgotten = new Set(userIds);
      for (const [id, { known }] of cache.entries()) {
        // A read still in flight may predate the change.
        const userId = known?.entry?.user._id;
        if (userId === undefined || forgotten.has(userId)) cache.delete(id);
      }
    },
  };
}
