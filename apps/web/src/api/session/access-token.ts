/** What an access token holds; times are the server's. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function payloadOf(token: string): unknown {
  const part = token.split('.')[1] ?? '';
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}

/** Reads a token without proving it, which is the server's part; null where it is none. */
export function readClaims(token: string | null): TokenClaims | null {
  const payload = token === null ? null : payloadOf(token);
  if (!isRecord(payload)) return null;
  const { sub, sid, iat, exp } = payload;
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') return null;
  const sessionId = typeof sid === 'string' ? sid : null;
  return { subject: sub, sessionId, issuedAtMs: iat * 1_000, expiresAtMs: exp * 1_000 };
}

/** The moment at which a token is refreshed; one that cannot be read is refreshed at once. */
export function refreshDueAtMs(token: string): number {
  const claims = readClaims(token);
  if (!claims) return 0;
  const lifeMs = claims.expiresAtMs - claims.issuedAtMs;
  return claims.issuedAtMs + REFRESH_AFTER * lifeMs;
}

/** Whether a token may still be sent. */
export function isUsable(token: string, nowMs: number): boolean {
  const claims = readClaims(token);
  return claims !== null && nowMs < claims.expiresAtMs - LATENCY_MS;
}
