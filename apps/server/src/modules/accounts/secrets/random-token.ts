import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a link or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What of a random token is stored: it cannot be guessed, so a plain hash is enough. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
