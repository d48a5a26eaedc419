import { MINUTE_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { isStorageUnavailable } from '../../../db/index.ts';
import { within } from '../../../deadline.ts';
import type { SignedInUser } from '../profile/present-account.ts';

const MAX_ENTRIES = 20_000;
/** Ids that anyone can make up have a cache of their own: a flood of them leaves the known ones in place. */
const MAX_MISSES = 1_000;
/** While the database does not answer, the last known entry is served up to this age. */
const LAST_KNOWN_MS = MINUTE_MS;
/** Database timeouts: with a last known entry to fall back on, and without one. */
const DATABASE_TIMEOUT_MS = { known: 1_000, unknown: 3_000 };

/** The database's last answer to a read that began at `atMs`. */
type Known<Entry> = { entry: Entry | null; atMs: number };
type Read<Entry> = { entry: Promise<Entry | null>; atMs: number };

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
  const hits = new LRUCache<string, Known<Entry> & { entry: Entry }>({ max: MAX_ENTRIES });
  const misses = new LRUCache<string, Known<Entry> & { entry: null }>({ max: MAX_MISSES });
  /** Reads in flight whose results are to be kept. */
  const reads = new Map<string, Read<Entry>>();

  const isFresh = ({ atMs }: { atMs: number }) => Math.abs(clock.now() - atMs) < maxAgeMs;

  function keep(id: string, { entry, atMs }: Known<Entry>): void {
    if (entry) {
      misses.delete(id);
      hits.set(id, { entry, atMs });
    } else {
      hits.delete(id);
      misses.set(id, { entry, atMs });
    }
  }

  function read(id: string): Read<Entry> {
    const begun: Read<Entry> = { atMs: clock.now(), entry: load(id) };
    reads.set(id, begun);
    const end = (known: Known<Entry> | null) => {
      if (reads.get(id) !== begun) return;
      reads.delete(id);
      if (known) keep(id, known);
    };
    // Failures are not cached.
    begun.entry.then(
      (entry) => end({ entry, atMs: begun.atMs }),
      () => end(null),
    );
    return begun;
  }

  /** Whether an entry may stand in for an answer of the database. */
  const isUsable = ({ atMs }: { atMs: number }) => Math.abs(clock.now() - atMs) < LAST_KNOWN_MS;

  function lastKnown(id: string, cause?: unknown): Entry | null {
    const known = hits.peek(id) ?? misses.peek(id);
    if (known && isUsable(known)) return known.entry;
    throw new AppError('UNAVAILABLE', unreadable, { cause });
  }

  return {
    /** Null if there is none, or its user has lost access. */
    get: async (id: string): Promise<Entry | null> => {
      const known = hits.get(id) ?? misses.get(id);
      // The hot path: an entry that is loaded needs no timer.
      if (known && isFresh(known)) return known.entry;
      const inFlight = reads.get(id);
      const { entry } = inFlight && isFresh(inFlight) ? inFlight : read(id);
      const isKnown = known !== undefined && isUsable(known);
      const timeoutMs = isKnown ? DATABASE_TIMEOUT_MS.known : DATABASE_TIMEOUT_MS.unknown;
      try {
        return await within(entry, timeoutMs, () => lastKnown(id));
      } catch (error) {
        if (!(error instanceof Error) || !isStorageUnavailable(error)) throw error;
        return lastKnown(id, error);
      }
    },
    /** Drops the entries of users; the next read goes to the database. */
    forget: (userIds: readonly string[]): void => {
      const forgotten = new Set(userIds);
      for (const [id, { entry }] of hits.entries()) {
        if (forgotten.has(entry.user._id)) hits.delete(id);
      }
      // An unknown id may belong to one of the users, and a read in flight may predate the change.
      misses.clear();
      reads.clear();
    },
  };
}
