import { errors, jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const ISSUER = 'moneytrail';
const AUDIENCE = 'moneytrail-api';

/** How long a token is good; after 80 % of it the browser asks for the next one. */
const ACCESS_TOKEN_SECONDS = 600;

/** What a token says: who, in which session, and after how many rotations of it. */
export type AccessClaims = { userId: string; sessionId: string; counter: number };

export type AccessTokens = {
  issue: (claims: AccessClaims) => Promise<string>;
  /** Null for whatever is not a token of ours that is good now. */
  read: (token: string) => Promise<(AccessClaims & { expiresAtMs: number }) | null>;
};

/** Signed tokens with one algorithm, issuer, audience and type; anything else is no token. */
export function createAccessTokens(deps: {
  key: Uint8Array;
  clock: { now: () => number };
}): AccessTokens {
  return {
    issue: ({ userId, sessionId, counter }) => {
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
    read: async (token) => {
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
