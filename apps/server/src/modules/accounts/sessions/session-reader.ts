import { AppError, type CurrentUser } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/index.ts';
import { readCookies } from '../../../http/cookies.ts';
import { grantedBearer } from '../../../http/grant.ts';
import { acceptsPageSession } from '../../../http/route-config.ts';
import type { KeyReader } from '../api-keys/key-reader.ts';
import { type SignedInUser, signedInUser } from '../profile/present-account.ts';
import { findPerson } from '../profile/user-store.ts';
import type { Keys } from '../secrets/keys.ts';
import {
  type AccessClaims,
  type AccessTokens,
  isGenuine,
  parseRefreshToken,
} from '../secrets/tokens.ts';
import { createLiveCache } from './live-cache.ts';
import { GRACE_MS, isAlive, REFRESH_COOKIE, stateProblem } from './session-policy.ts';
import { findSession } from './session-store.ts';

export type LiveSession = {
  id: string;
  user: SignedInUser;
  deviceId: string;
  /** Access tokens with a smaller counter are refused. */
  minCounter: number;
  /** Time of the last full sign-in: password, and code if one was required. */
  signedInAtMs: number;
  /** The family of its refresh tokens, with the newest as far as this process knows. */
  seed: Uint8Array;
  counter: number;
  rotatedAtMs: number;
};

/** Cache lifetime of a session; changes by other processes are seen this much later at most. */
const MAX_AGE_MS = 5_000;
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
    seed: session.seed,
    counter: session.counter,
    rotatedAtMs: session.rotated_at_ms,
  };
}

/** Sessions at most five seconds old. */
export function createSessionCache(deps: Deps) {
  return createLiveCache<LiveSession>({
    clock: deps.clock,
    load: (id) => load(deps, id),
    maxAgeMs: MAX_AGE_MS,
    unreadable: NOT_KNOWN,
  });
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

type ReaderDeps = {
  clock: { now: () => number };
  tokens: AccessTokens;
  sessions: SessionCache;
  apiKeys: Pick<KeyReader, 'read'>;
  keys: Pick<Keys, 'refresh'>;
  settings: { isHttps: boolean };
};

/**
 * Identifies callers: by an API key or a token made with one, by their access token, and pages of ours that call a
 * foreign protocol by their cookie. The session behind it is re-read every five seconds at most.
 */
export function createSessionReader(deps: ReaderDeps) {
  const { clock, tokens, sessions, apiKeys, keys, settings } = deps;
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
  /** Reads a refresh token without using it: the newest one, or the one before while both are in use. */
  const sessionOfPage = async (request: FastifyRequest): Promise<LiveSession | null> => {
    const given = parseRefreshToken(readCookies(request, settings.isHttps)[REFRESH_COOKIE]);
    const session = given && (await sessions.get(given.sessionId));
    if (!given || !session) return null;
    const family = { sessionId: session.id, seed: session.seed };
    if (!isGenuine(keys.refresh, family, given)) return null;
    const isReplaced = clock.now() - session.rotatedAtMs > GRACE_MS;
    const isPresent = given.counter >= session.counter - (isReplaced ? 0 : 1);
    return isPresent && given.counter >= session.minCounter ? session : null;
  };
  const sessionOf = (user: CurrentUser): LiveSession => {
    const session = sessionsOfUsers.get(user);
    if (!session) throw new AppError('UNAUTHORIZED', REFUSED);
    return session;
  };
  const sessionOfRequest = async (request: FastifyRequest): Promise<LiveSession | null> => {
    const { authorization } = request.headers;
    if (authorization !== undefined) return sessionOfHeader(authorization);
    return acceptsPageSession(request) ? sessionOfPage(request) : null;
  };
  return {
    /** The caller of a request; null without a token, 401 with an invalid one. */
    readUser: async (request: FastifyRequest): Promise<CurrentUser | null> => {
      const granted = grantedBearer(request);
      if (granted !== null) return apiKeys.read(granted, request.ip);
      const session = await sessionOfRequest(request);
      if (session) {
        sessionsOfUsers.set(session.user, session);
        return session.user;
      }
      const isRefused = /^Bearer\b/i.test(request.headers.authorization ?? '');
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
