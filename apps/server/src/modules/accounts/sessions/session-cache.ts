import { MINUTE_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { type Db, isStorageUnavailable } from '../../../db/index.ts';
import { within } from '../../../deadline.ts';
import { type SignedInUser, signedInUser } from '../profile/present-account.ts';
import { findPerson } from '../profile/user-store.ts';
import { stateProblem } from '../sign-in/account-state.ts';
import { isAlive } from './session-policy.ts';
import { findSession } from './session-store.ts';

/** A session that lives, and whose it is. */
export type LiveSession = {
  id: string;
  user: SignedInUser;
  deviceId: string;
  /** Access tokens issued at a smaller counter are refused. */
  minCounter: number;
  /** When the password, and a code where one was due, were last given. */
  signedInAtMs: number;
};

/** How old the knowledge about a session may be; what changes elsewhere is seen that much later. */
const MAX_AGE_MS = 5_000;
const MAX_SESSIONS = 20_000;
/** While the database does not answer, what was known last counts so long. */
const LAST_KNOWN_MS = MINUTE_MS;
/** How long a database is waited for: where something is known, and where nothing is. */
const PATIENCE_MS = { known: 1_000, unknown: 3_000 };
const NOT_KNOWN = 'Your session cannot be checked at the moment. Please try again.';

export type SessionCache = {
  /** Null where the session has ended, or its user may not be here any more. */
  get: (sessionId: string) => Promise<LiveSession | null>;
  /** Forgets all that is known of users: the next question goes to the database. */
  forget: (userIds: readonly string[]) => void;
};

type Deps = { db: Db; clock: { now: () => number }; isDemo: boolean };

async function load(deps: Deps, sessionId: string): Promise<LiveSession | null> {
  const session = await findSession(deps.db, sessionId);
  if (!session || session.ended_at_ms !== null) return null;
  const person = await findPerson(deps.db, session.user_id);
  if (!person || stateProblem(person.user, deps)) return null;
  if (!isAlive(session, person.user, deps.clock.now())) return null;
  return {
    id: session.id,
    user: signedInUser(person),
    deviceId: session.device_id,
    minCounter: session.min_counter,
    signedInAtMs: session.signed_in_at_ms,
  };
}

type Known = { session: LiveSession | null; atMs: number };
type Entry = {
  loadedAtMs: number;
  session: Promise<LiveSession | null>;
  /** What the database said last. */
  known: Known | null;
};

/**
 * Sessions as they were at most five seconds ago; changes made in this process are seen at once. Where the database hangs
 * or is away, a session is what it was within the last minute, so that stored bars go on being shown.
 */
export function createSessionCache(deps: Deps): SessionCache {
  const { clock } = deps;
  const entries = new LRUCache<string, Entry>({ max: MAX_SESSIONS });

  function read(sessionId: string): Entry {
    const nowMs = clock.now();
    const entry: Entry = {
      loadedAtMs: nowMs,
      session: load(deps, sessionId),
      known: entries.peek(sessionId)?.known ?? null,
    };
    entries.set(sessionId, entry);
    entry.session.then(
      (session) => {
        entry.known = { session, atMs: nowMs };
      },
      // A failure is not knowledge: the next question is asked again.
      () => {
        entry.loadedAtMs = Number.NEGATIVE_INFINITY;
      },
    );
    return entry;
  }

  /** What was known last, unless it is too old or was forgotten meanwhile. */
  function lastKnown(sessionId: string, cause?: unknown): LiveSession | null {
    const known = entries.peek(sessionId)?.known;
    if (known && Math.abs(clock.now() - known.atMs) < LAST_KNOWN_MS) return known.session;
    throw new AppError('UNAVAILABLE', NOT_KNOWN, { cause });
  }

  return {
    get: async (sessionId) => {
      const former = entries.get(sessionId);
      const isFresh = former && Math.abs(clock.now() - former.loadedAtMs) < MAX_AGE_MS;
      // Nearly every request: no timer is set for what has been read.
      if (isFresh && former.known?.atMs === former.loadedAtMs) return former.known.session;
      const entry = isFresh ? former : read(sessionId);
      const patienceMs = entry.known ? PATIENCE_MS.known : PATIENCE_MS.unknown;
      try {
        return await within(entry.session, patienceMs, () => lastKnown(sessionId));
      } catch (error) {
        if (!(error instanceof Error) || !isStorageUnavailable(error)) throw error;
        return lastKnown(sessionId, error);
      }
    },
    forget: (userIds) => {
      const forgotten = new Set(userIds);
      for (const [sessionId, { known }] of entries.entries()) {
        // What is still being read may be older than the change.
        const userId = known?.session?.user._id;
        if (userId === undefined || forgotten.has(userId)) entries.delete(sessionId);
      }
    },
  };
}
