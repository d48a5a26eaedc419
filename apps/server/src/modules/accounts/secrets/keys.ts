import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const MIN_SECRET_LENGTH = 32;

/** One key per purpose, so that a signature for one is invalid for every other. */
export type Keys = {
  accessToken: Uint8Array;
  refresh: Uint8Array;
  codes: Uint8Array;
  trustedDevice: Uint8Array;
  limits: Uint8Array;
  emailConfirmation: Uint8Array;
  customerTokens: Uint8Array;
};

/** Derives every key from the installation's secret; throws if the secret is too short. */
export function deriveKeys(secret: string): Keys {
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new Error(`the secret for signing has at least ${MIN_SECRET_LENGTH} characters`);
  }
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, 'moneytrail', purpose, 32));
  return {
    accessToken: derive('access token'),
    refresh: derive('refresh secret'),
    codes: derive('one-time code'),
    trustedDevice: derive('trusted device'),
    limits: derive('limit'),
    emailConfirmation: derive('email confirmation'),
    customerTokens: derive('customer token'),
  };
}

/** HMAC-SHA-256 over parts, encoded unambiguously. */
export function hmac(key: Uint8Array, parts: readonly (string | number)[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

/** Compares in constant time. */
export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** 256 random bits for a link or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a token: it cannot be guessed, so a plain hash is enough. */
export function tokenHash(token: string | Uint8Array): Buffer {
  return createHash('sha256').update(token).digest();
}
