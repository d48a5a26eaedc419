import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@moneytrail/calendar';
import type { Writer } from '../../../db/index.ts';
import type { CookieChange, Core, RequestContext } from '../core.ts';
import { isSame, newToken, tokenHash } from '../secrets/keys.ts';
import {
  type ChallengeRow,
  continueChallenge,
  endOpenChallenges,
  findChallenge,
  insertChallenge,
} from './challenge-store.ts';

const CHALLENGE_COOKIE = 'ch';
/** How long codes may be sent for a challenge. */
const SEND_MS = 10 * MINUTE_MS;
/** How long a code is good after it was sent. */
export const CODE_MS = 10 * MINUTE_MS;
export const MAX_TRIES = 5;

type Start = {
  userId: string;
  deviceId: string;
  purpose: ChallengeRow['purpose'];
  /** A new number to confirm; null where codes go to the account's own. */
  phone: { e164: string; country: string } | null;
};

const cookieOf = (id: string, secret: string): CookieChange => ({
  name: CHALLENGE_COOKIE,
  value: `${id}.${secret}`,
  maxAgeSeconds: (SEND_MS + CODE_MS) / 1_000,
});

/**
 * Opens the wait for a code, or goes on with the one that is open for the same device, kind and number: a code that is
 * on its way stays good, and tries that were used stay used. The cookie is what ties a browser to it; it opens the
 * sending of codes and the step that checks them, nothing else.
 */
export async function openChallenge(
  core: Core,
  db: Writer,
  start: Start,
): Promise<{ id: string; cookie: CookieChange }> {
  const secret = newToken();
  const nowMs = core.clock.now();
  const { userId, deviceId, purpose, phone } = start;
  const change = { secret_hash: tokenHash(secret), created_at_ms: nowMs };
  const which = { userId, deviceId, purpose, phone: phone?.e164 ?? null };
  const since = nowMs - SEND_MS - CODE_MS;
  const continued = await continueChallenge(db, which, {
    sinceMs: since,
    maxTries: MAX_TRIES,
    change,
  });
  if (continued !== null) return { id: continued, cookie: cookieOf(continued, secret) };
  const id = randomUUID();
  await endOpenChallenges(db, { userId, deviceId, purpose }, nowMs);
  await insertChallenge(db, {
    id,
    secret_hash: tokenHash(secret),
    purpose,
    user_id: userId,
    device_id: deviceId,
    phone_e164: phone?.e164 ?? null,
    phone_country: phone?.country ?? null,
    created_at_ms: nowMs,
    sms_hash: null,
    sms_expires_ms: null,
    recovery_hash: null,
    recovery_expires_ms: null,
    ended_at_ms: null,
  });
  return { id, cookie: cookieOf(id, secret) };
}

/** The open challenge whose cookie a browser holds; null for any other, without saying why. */
export async function findOpenChallenge(
  core: Core,
  context: RequestContext,
  userId: string,
): Promise<ChallengeRow | null> {
  const value = context.cookies[CHALLENGE_COOKIE] ?? '';
  const [, id, secret] = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/.exec(value) ?? [];
  const challenge = id && secret ? await findChallenge(core.db, id) : null;
  if (!challenge || !secret || challenge.user_id !== userId) return null;
  const isOpen =
    isSame(challenge.secret_hash, tokenHash(secret)) &&
    challenge.ended_at_ms === null &&
    core.clock.now() <= challenge.created_at_ms + SEND_MS + CODE_MS;
  return isOpen ? challenge : null;
}

/** Whether codes may still be sent for a challenge. */
export function maySend(challenge: ChallengeRow, nowMs: number): boolean {
  return challenge.tries < MAX_TRIES && nowMs <= challenge.created_at_ms + SEND_MS;
}

/** Takes the cookie away once nothing is open any more. */
export const NO_CHALLENGE: CookieChange = { name: CHALLENGE_COOKIE, value: null, maxAgeSeconds: 0 };
