import { createHash } from 'node:crypto';
import { isSame, seal } from './keys.ts';

/** A family of secrets: the session it belongs to and the seed that the database keeps. */
export type SecretFamily = { sessionId: string; seed: Uint8Array };

/** What a refresh cookie holds: which secret of which session, and the secret. */
export type PresentedSecret = { sessionId: string; counter: number; secret: Buffer };

/** The secret after `counter` rotations, 256 bit; the same every time, and unknown to the database. */
export function refreshSecret(key: Uint8Array, family: SecretFamily, counter: number): Buffer {
  const seed = Buffer.from(family.seed).toString('base64url');
  return seal(key, [family.sessionId, seed, counter]);
}

/** What of a secret is stored. */
export function secretHash(secret: Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether a secret was ever issued for its session, at the counter it names. */
export function isGenuine(key: Uint8Array, family: SecretFamily, given: PresentedSecret): boolean {
  return isSame(refreshSecret(key, family, given.counter), given.secret);
}

/** A secret as the cookie carries it. */
export function formatSecret({ sessionId, counter, secret }: PresentedSecret): string {
  return `${sessionId}.${counter}.${secret.toString('base64url')}`;
}

/** Reads a cookie's value; null for anything that never was one. */
export function parseSecret(text: string | undefined): PresentedSecret | null {
  const parts = /^([0-9a-f-]{36})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(text ?? '');
  const [, sessionId, counter, secret] = parts ?? [];
  if (!sessionId || !counter || !secret) return null;
  return { sessionId, counter: Number(counter), secret: Buffer.from(secret, 'base64url') };
}
