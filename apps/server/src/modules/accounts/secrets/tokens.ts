import { randomInt } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { hmac, isSame } from './keys.ts';

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const ISSUER = 'moneytrail';
const AUDIENCE = 'moneytrail-api';

/** Lifetime of an access token; the browser refreshes it after 80 % of that. */
const ACCESS_TOKEN_SECONDS = 600;

/** The user, the session and its rotation counter when the token was issued. */
export type AccessClaims = { userId: string; sessionId: string; counter: number };

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** JWTs with a fixed algorithm, issuer, audience and type. */
export function createAccessTokens(deps: { key: Uint8Array; clock: { now: () => number } }) {
  return {
    issue: ({ userId, sessionId, counter }: AccessClaims): Promise<string> => {
      const nowSeconds = Math.floor(deps.clock.now() / 1_000);
      return new SignJWT({ sid: sessionId, cnt: counter })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + ACCESS_TOKEN_SECONDS)
        .sign(deps.key);
    },
    /** Null for anything but a valid token of ours. */
    read: async (token: string): Promise<(AccessClaims & { expiresAtMs: number }) | null> => {
      try {
        const { payload } = await jwtVerify(token, deps.key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: new Date(deps.clock.now()),
          requiredClaims: ['sub', 'exp', 'iat'],
        });
        const { sub, exp, sid, cnt } = payload;
        if (!sub || !exp || typeof sid !== 'string' || typeof cnt !== 'number') return null;
        return { userId: sub, sessionId: sid, counter: cnt, expiresAtMs: exp * 1_000 };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

type TokenFamily = { sessionId: string; seed: Uint8Array };

/** The content of a refresh cookie. */
export type PresentedToken = { sessionId: string; counter: number; secret: Buffer };

/** The refresh token after `counter` rotations, 256 bit; deterministic, and never stored. */
export function refreshToken(key: Uint8Array, family: TokenFamily, counter: number): Buffer {
  const seed = Buffer.from(family.seed).toString('base64url');
  return hmac(key, [family.sessionId, seed, counter]);
}

/** True if the token was ever issued for its session, at the counter it names. */
export function isGenuine(key: Uint8Array, family: TokenFamily, given: PresentedToken): boolean {
  return isSame(refreshToken(key, family, given.counter), given.secret);
}

export function formatRefreshToken({ sessionId, counter, secret }: PresentedToken): string {
  return `${sessionId}.${counter}.${secret.toString('base64url')}`;
}

/** Parses a cookie's value; null if it is malformed. */
export function parseRefreshToken(text: string | undefined): PresentedToken | null {
  const parts = /^([0-9a-f-]{36})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(text ?? '');
  const [, sessionId, counter, secret] = parts ?? [];
  if (!sessionId || !counter || !secret) return null;
  return { sessionId, counter: Number(counter), secret: Buffer.from(secret, 'base64url') };
}

const LENGTH = 6;
/** Excludes easily confused characters such as I, 1, O and 0. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Delivery of a code: by SMS, or as a recovery code by mail. */
export type Factor = 'sms' | 'recovery';

const pick = (letters: string) =>
  Array.from({ length: LENGTH }, () => letters[randomInt(letters.length)]).join('');

/** Six digits by SMS, six letters and digits by mail, from the cryptographic generator. */
export function newCode(factor: Factor): string {
  return pick(factor === 'sms' ? '0123456789' : LETTERS);
}

/** The stored HMAC of a code, bound to its challenge and factor. */
export function codeHash(key: Uint8Array, challengeId: string, factor: Factor, code: string) {
  return hmac(key, [challengeId, factor, code.toUpperCase()]);
}

export function isRightCode(
  given: Uint8Array,
  sent: { hash: Uint8Array | null; expiresMs: number | null },
  nowMs: number,
): boolean {
  if (sent.hash === null || sent.expiresMs === null) return false;
  return isSame(given, sent.hash) && nowMs <= sent.expiresMs;
}
