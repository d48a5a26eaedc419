import { record } from '../../lib/record.ts';

/** Claims of an access token; times are the server's. */
export type TokenClaims = {
  subject: string;
  sessionId: string | null;
  issuedAtMs: number;
  expiresAtMs: number;
};

/** A token is refreshed when this part of its life is over. */
const REFRESH_AFTER = 0.8;
/** A token that ends within this time may be refused on its way. */
const LATENCY_MS = 5_000;

function payloadOf(token: string): unknown {
  const part = token.split('.')[1] ?? '';
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}

/** Decodes a token without verifying it, which the server does; null where it is unreadable. */
export function readClaims(token: string | null): TokenClaims | null {
  const { sub, sid, iat, exp } = record(token === null ? null : payloadOf(token));
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return null;
  const sessionId = typeof sid === 'string' ? sid : null;
  return { subject: sub, sessionId, issuedAtMs: iat * 1_000, expiresAtMs: exp * 1_000 };
}

/** The time at which a token is due for a refresh; an unreadable one is due at once. */
export function refreshDueAtMs(token: string): number {
  const claims = readClaims(token);
  if (!claims) return 0;
  const lifeMs = claims.expiresAtMs - claims.issuedAtMs;
  return claims.issuedAtMs + REFRESH_AFTER * lifeMs;
}

/** False from shortly before the token expires. */
export function isUsable(token: string, nowMs: number): boolean {
  const claims = readClaims(token);
  return claims !== null && nowMs < claims.expiresAtMs - LATENCY_MS;
}
