import { AppError, type CurrentUser } from '@moneytrail/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Core } from '../core.ts';
import type { AccessClaims } from '../secrets/access-token.ts';
import type { LiveSession } from './session-cache.ts';

const MAX_TOKENS = 20_000;
const MAX_HEADER = 'Bearer '.length + 2_048;
/** These decide by cookie and password: what a browser still sends of an old token must not stop them. */
const WITHOUT_TOKEN = '/api/auth/';
const REFUSED = 'Unauthorized. Please log in.';

type ReadClaims = AccessClaims & { expiresAtMs: number };

export type SessionReader = {
  /** Whose request it is; null without a token, 401 with one that is not good any more. */
  readUser: (request: FastifyRequest) => Promise<CurrentUser | null>;
  /** The session a user of `readUser` came with. */
  sessionOf: (user: CurrentUser) => LiveSession;
};

/** The token of an `Authorization: Bearer` header. The length is told apart: counting it in the pattern costs twice as much. */
export function bearerOf(header: string | undefined): string | null {
  if (header === undefined || header.length > MAX_HEADER) return null;
  return /^Bearer ([\w.-]+)$/i.exec(header)?.[1] ?? null;
}

/** Knows callers by their access token; every five seconds at most the session behind it is looked at again. */
export function createSessionReader(core: Core): SessionReader {
  /** By the whole header: a known one needs no reading. */
  const verified = new LRUCache<string, ReadClaims>({ max: MAX_TOKENS });
  const sessionsOfUsers = new WeakMap<CurrentUser, LiveSession>();
  const claimsOf = async (header: string): Promise<ReadClaims | null> => {
    const known = verified.get(header);
    if (known) return core.clock.now() < known.expiresAtMs ? known : null;
    const token = bearerOf(header);
    const claims = token === null ? null : await core.tokens.read(token);
    if (claims) verified.set(header, claims);
    return claims;
  };
  const sessionOfHeader = async (header: string): Promise<LiveSession | null> => {
    const claims = await claimsOf(header);
    const session = claims && (await core.sessions.get(claims.sessionId));
    if (!claims || !session || session.user._id !== claims.userId) return null;
    return claims.counter >= session.minCounter ? session : null;
  };
  const sessionOf = (user: CurrentUser): LiveSession => {
    const session = sessionsOfUsers.get(user);
    if (!session) throw new AppError('UNAUTHORIZED', REFUSED);
    return session;
  };
  return {
    readUser: async (request) => {
      const { authorization } = request.headers;
      const session = authorization === undefined ? null : await sessionOfHeader(authorization);
      if (session) {
        sessionsOfUsers.set(session.user, session);
        return session.user;
      }
      const isRefused = /^Bearer\b/i.test(authorization ?? '');
      if (isRefused && !request.url.startsWith(WITHOUT_TOKEN)) {
        throw new AppError('UNAUTHORIZED', REFUSED);
      }
      return null;
    },
    sessionOf,
  };
}
