import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../db/index.ts';
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

export type SessionCache = {
  /** Null where the session has ended, or its user may not be here any more. */
  get: (sessionId: string) => Promise<LiveSession | null>;
  /** Forgets all that is known of users: the next question goes to the database. */
  forget: (userIds: readonly string[]) => void;
};

type Deps = { db: Kysely<Database>; clock: { now: () => number }; isDemo: boolean };

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

/** Sessions as they were at most five seconds ago; changes made in this process are seen at once. */
export function createSessionCache(deps: Deps): SessionCache {
  type Entry = { loadedAtMs: number; session: Promise<LiveSession | null>; userId: string | null };
  const entries = new LRUCache<string, Entry>({ max: MAX_SESSIONS });
  return {
    get: (sessionId) => {
      const known = entries.get(sessionId);
      const nowMs = deps.clock.now();
      if (known && Math.abs(nowMs - known.loadedAtMs) < MAX_AGE_MS) return known.session;
      const entry: Entry = { loadedAtMs: nowMs, session: load(deps, sessionId), userId: null };
      entries.set(sessionId, entry);
      entry.session.then(
        (session) => {
          entry.userId = session?.user._id ?? null;
        },
        // A failure is not knowledge: the next question is asked again.
        () => {
          if (entries.get(sessionId) === entry) entries.delete(sessionId);
        },
      );
      return entry.session;
    },
    forget: (userIds) => {
      const forgotten = new Set(userIds);
      for (const [sessionId, { userId }] of entries.entries()) {
        // What is still being read may be older than the change.
        if (userId === null || forgotten.has(userId)) entries.delete(sessionId);
      }
    },
  };
}
