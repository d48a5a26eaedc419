import { hmac, isSame } from './keys.ts';

/** A family of secrets: the session it belongs to and the seed that the database keeps. */
export type TokenFamily = { sessionId: string; seed: Uint8Array };

/** What a refresh cookie holds: which secret of which session, and the secret. */
export type PresentedToken = { sessionId: string; counter: number; secret: Buffer };

/** The secret after `counter` rotations, 256 bit; the same every time, and unknown to the database. */
export function refreshToken(key: Uint8Array, family: TokenFamily, counter: number): Buffer {
  const seed = Buffer.from(family.seed).toString('base64url');
  return hmac(key, [family.sessionId, seed, counter]);
}

/** Whether a secret was ever issued for its session, at the counter it names. */
export function isGenuine(key: Uint8Array, family: TokenFamily, given: PresentedToken): boolean {
  return isSame(refreshToken(key, family, given.counter), given.secret);
}

/** A secret as the cookie carries it. */
export function formatRefreshToken({ sessionId, counter, secret }: PresentedToken): string {
  return `${sessionId}.${counter}.${secret.toString('base64url')}`;
}

/** Reads a cookie's value; null for anything that never was one. */
export function parseRefreshToken(text: string | undefined): PresentedToken | null {
  const parts = /^([0-9a-f-]{36})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(text ?? '');
  const [, sessionId, counter, secret] = parts ?? [];
  if (!sessionId || !counter || !secret) return null;
  return { sessionId, counter: Number(counter), secret: Buffer.from(secret, 'base64url') };
}
