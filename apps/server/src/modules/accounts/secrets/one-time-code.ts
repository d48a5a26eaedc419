import { randomInt } from 'node:crypto';
import { hmac, isSame } from './keys.ts';

const LENGTH = 6;
/** Without letters and digits that are taken for one another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Which of the two ways a code was sent. */
export type Factor = 'sms' | 'recovery';

const pick = (letters: string) =>
  Array.from({ length: LENGTH }, () => letters[randomInt(letters.length)]).join('');

/** Six digits by SMS, six letters and digits by e-mail, from the cryptographic generator. */
export function newCode(factor: Factor): string {
  return pick(factor === 'sms' ? '0123456789' : LETTERS);
}

/** What of a code is stored: bound to its challenge and factor, useless without the key. */
export function codeHash(key: Uint8Array, challengeId: string, factor: Factor, code: string) {
  return hmac(key, [challengeId, factor, code.toUpperCase()]);
}

/** Whether a code is the one that was sent, and still good. */
export function isRightCode(
  given: Uint8Array,
  sent: { hash: Uint8Array | null; expiresMs: number | null },
  nowMs: number,
): boolean {
  if (sent.hash === null || sent.expiresMs === null) return false;
  return isSame(given, sent.hash) && nowMs <= sent.expiresMs;
}
