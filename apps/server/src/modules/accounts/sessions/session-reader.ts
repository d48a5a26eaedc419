import { MINUTE_MS } from '@moneytrail/calendar';
import { AppError, type CurrentUser } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Db, isStorageUnavailable } from '../../../db/index.ts';
import { within } from '../../../deadline.ts';
import { type SignedInUser, signedInUser } from '../profile/present-account.ts';
import { findPerson } from '../profile/user-store.ts';
import type { AccessClaims, AccessTokens } from '../secrets/tokens.ts';
import { isAlive, stateProblem } from './session-policy.ts';
import { findSession } from './session-store.ts';

export type LiveSession = {
  id: string;
  user: SignedInUser;
  deviceId: string;
  /** Access tokens with a smaller counter are refused. */
  minCounter: number;
  /** Time of the last full sign-in: password, and code if one was required. */
  signedInAtMs: number;
};

/** Cache lifetime of a session; changes by other processes are seen this much later at most. */
const MAX_AGE_MS = 5_000;
const MAX_SESSIONS = 20_000;
/** While the database does not answer, the last known session is served up to this age. */
const LAST_KNOWN_MS = MINUTE_MS;
/** Database timeouts: with a last known session to fall back on, and without one. */
const DATABASE_TIMEOUT_MS = { known: 1_000, unknown: 3_000 };
const NOT_KNOWN = 'Your session cannot be checked at the moment. Please try again.';

export type SessionCache = ReturnType<typeof createSessionCache>;

type Deps = { db: Db; clock: { now: () => number }; isDemo: boolean };

async function load(deps: Deps, sessionId: string): Promise<LiveSession | null> {
  const session = await findSession(deps.db, sessionId);
  if (!session || session.ended_at_ms !== null) return null;
  const person = await findPerson(deps.db, session.user_id);
  if (!person || stateProblem(person.user, deps)) return null;
  if (!isAlive(session, person.user, deps.clock.now())) return null;
  return {
    id: session.id,
    user: signedInUser(person, deps.clock.now()),
    deviceId: session.device_id,
    minCounter: session.min_counter,
    signedInAtMs: session.signed_in_at_ms,
  };
}

type Known = { session: LiveSession | null; atMs: number };
type Entry = {
  loadedAtMs: number;
  session: Promise<LiveSession | null>;
  /** The database's last answer. */
  known: Known | null;
};

/**
 * Sessions at most five seconds old; changes made in this process are seen at once. While the database hangs or is
 * unreachable, sessions up to a minute old are served, so that charts keep showing stored bars.
 */
export function createSessionCache(deps: Deps) {
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
      // Failures are not cached.
      () => {
        entry.loadedAtMs = Number.NEGATIVE_INFINITY;
      },
    );
    return entry;
  }

  function lastKnown(sessionId: string, cause?: unknown): LiveSession | null {
    const known = entries.peek(sessionId)?.known;
    if (known && Math.abs(clock.now() - known.atMs) < LAST_KNOWN_MS) return known.session;
    throw new AppError('UNAVAILABLE', NOT_KNOWN, { cause });
  }

  return {
    /** Null if the session has ended or its user has lost access. */
    get: async (sessionId: string): Promise<LiveSession | null> => {
      const former = entries.get(sessionId);
      const isFresh = former && Math.abs(clock.now() - former.loadedAtMs) < MAX_AGE_MS;
      // The hot path: a session that is loaded needs no timer.
      if (isFresh && former.known?.atMs === former.loadedAtMs) return former.known.session;
      const entry = isFresh ? former : read(sessionId);
      const timeoutMs = entry.known ? DATABASE_TIMEOUT_MS.known : DATABASE_TIMEOUT_MS.unknown;
      try {
        return await within(entry.session, timeoutMs, () => lastKnown(sessionId));
      } catch (error) {
        if (!(error instanceof Error) || !isStorageUnavailable(error)) throw error;
        return lastKnown(sessionId, error);
      }
    },
    /** Drops the cached sessions of users; the next read goes to the database. */
    forget: (userIds: readonly string[]): void => {
      const forgotten = new Set(userIds);
      for (const [sessionId, { known }] of entries.entries()) {
        // A read still in flight may predate the change.
        const userId = known?.session?.user._id;
        if (userId === undefined || forgotten.has(userId)) entries.delete(sessionId);
      }
    },
  };
}

const MAX_TOKENS = 20_000;
const MAX_HEADER = 'Bearer '.length + 2_048;
/** These endpoints use cookie and password: a stale access token must not stop them. */
const WITHOUT_TOKEN = '/api/auth/';
const REFUSED = 'Unauthorized. Please log in.';

type ReadClaims = AccessClaims & { expiresAtMs: number };

export type SessionReader = ReturnType<typeof createSessionReader>;

/** The token of an `Authorization: Bearer` header. A length check before the pattern costs half of one inside it. */
export function bearerOf(header: string | undefined): string | null {
  if (header === undefined || header.length > MAX_HEADER) return null;
  return /^Bearer ([\w.-]+)$/i.exec(header)?.[1] ?? null;
}

type ReaderDeps = { clock: { now: () => number }; tokens: AccessTokens; sessions: SessionCache };

/** Identifies callers by their access token; the session behind it is re-read every five seconds at most. */
export function createSessionReader({ clock, tokens, sessions }: ReaderDeps) {
  /** Verified claims by the whole header, so that a known header is not parsed again. */
  const verified = new LRUCache<string, ReadClaims>({ max: MAX_TOKENS });
  const sessionsOfUsers = new WeakMap<CurrentUser, LiveSession>();
  const claimsOf = async (header: string): Promise<ReadClaims | null> => {
    const known = verified.get(header);
    if (known) return clock.now() < known.expiresAtMs ? known : null;
    const token = bearerOf(header);
    const claims = token === null ? null : await tokens.read(token);
    if (claims) verified.set(header, claims);
    return claims;
  };
  const sessionOfHeader = async (header: string): Promise<LiveSession | null> => {
    const claims = await claimsOf(header);
    const session = claims && (await sessions.get(claims.sessionId));
    if (!claims || !session || session.user._id !== claims.userId) return null;
    return claims.counter >= session.minCounter ? session : null;
  };
  const sessionOf = (user: CurrentUser): LiveSession => {
    const session = sessionsOfUsers.get(user);
    if (!session) throw new AppError('UNAUTHORIZED', REFUSED);
    return session;
  };
  return {
    /** The caller of a request; null without a token, 401 with an invalid one. */
    readUser: async (request: FastifyRequest): Promise<CurrentUser | null> => {
      const { authorization } = request.headers;
      const session = authorization === undefined ? null : await sessionOfHeader(authorization);
      if (session) {
        sessionsOfUsers.set(session.user, session);
        return session.user;
      }
      const isRefused = /^Bearer\b/i.test(authorization ?? '');
      // The route, because a path has several spellings.
      const route = request.routeOptions.url ?? '';
      if (isRefused && !route.startsWith(WITHOUT_TOKEN)) {
        throw new AppError('UNAUTHORIZED', REFUSED);
      }
      return null;
    },
    /** The session behind a user returned by `readUser`. */
    sessionOf,
  };
}
