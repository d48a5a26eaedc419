import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: what an invite's link carries. */
export function newInviteToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What of it is stored: it cannot be guessed, so a plain hash is enough. */
export function inviteHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
