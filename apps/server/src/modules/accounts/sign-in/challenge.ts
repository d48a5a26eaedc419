import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@moneytrail/calendar';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, Db, Reader, Trx, Writer } from '../../../db/index.ts';
import type { AccountServices, Call, CookieChange } from '../account-services.ts';
import { attemptLock, limitKey, openLock } from '../limits/limiter.ts';
import { isSame, newToken, tokenHash } from '../secrets/keys.ts';
import { codeHash, type Factor, isRightCode } from '../secrets/tokens.ts';

const CHALLENGE_COOKIE = 'ch';
/** Codes may be sent for a challenge for this long. */
const SEND_MS = 10 * MINUTE_MS;
export const CODE_MS = 10 * MINUTE_MS;
const MAX_TRIES = 5;

type Start = {
  userId: string;
  deviceId: string;
  purpose: ChallengeRow['purpose'];
  /** A new number to confirm; null if codes go to the account's own number. */
  phone: { e164: string; country: string } | null;
};

const cookieOf = (id: string, secret: string): CookieChange => ({
  name: CHALLENGE_COOKIE,
  value: `${id}.${secret}`,
  maxAgeSeconds: (SEND_MS + CODE_MS) / 1_000,
});

/**
 * Opens a challenge, or continues the open one for the same device, purpose and number: a code already sent stays valid
 * and used tries stay used. Its cookie lets the browser request codes and enter them, nothing else.
 */
export async function openChallenge(
  services: AccountServices,
  db: Writer,
  start: Start,
): Promise<{ id: string; cookie: CookieChange }> {
  const secret = newToken();
  const nowMs = services.clock.now();
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

/** The open challenge that belongs to the browser's cookie; null otherwise, without a reason. */
export async function findOpenChallenge(call: Call, userId: string): Promise<ChallengeRow | null> {
  const value = call.cookies[CHALLENGE_COOKIE] ?? '';
  const [, id, secret] = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/.exec(value) ?? [];
  const challenge = id && secret ? await findChallenge(call.db, id) : null;
  if (!challenge || !secret || challenge.user_id !== userId) return null;
  const isOpen =
    isSame(challenge.secret_hash, tokenHash(secret)) &&
    challenge.ended_at_ms === null &&
    call.clock.now() <= challenge.created_at_ms + SEND_MS + CODE_MS;
  return isOpen ? challenge : null;
}

export function maySend(challenge: ChallengeRow, nowMs: number): boolean {
  return challenge.tries < MAX_TRIES && nowMs <= challenge.created_at_ms + SEND_MS;
}

/** Clears the cookie once no challenge is open. */
export const NO_CHALLENGE: CookieChange = { name: CHALLENGE_COOKIE, value: null, maxAgeSeconds: 0 };

/** `ended`: the challenge has no tries left, or the second factor is locked for a while. */
type CodeVerdict = 'right' | 'wrong' | 'ended';

export type GivenCode = { factor: Factor; code: string };

/**
 * Checks a code in the caller's transaction and ends the challenge if the code is right: of parallel right codes
 * exactly one succeeds. The try is counted before the code is compared, so parallel guesses cannot exceed the limit.
 */
export async function checkCode(
  services: AccountServices,
  trx: Trx,
  challenge: { id: string; deviceId: string },
  given: GivenCode,
): Promise<CodeVerdict> {
  const nowMs = services.clock.now();
  const row = await takeTry(trx, challenge.id, MAX_TRIES);
  if (!row) return 'ended';
  const lockKey = limitKey(services.keys.limits, 'second-factor', row.user_id);
  const lock = await attemptLock(trx, lockKey, services.limits.secondFactor, nowMs);
  if (!lock.isAllowed) return 'ended';
  const sent =
    given.factor === 'sms'
      ? { hash: row.sms_hash, expiresMs: row.sms_expires_ms }
      : { hash: row.recovery_hash, expiresMs: row.recovery_expires_ms };
  const isRight =
    row.device_id === challenge.deviceId &&
    isRightCode(codeHash(services.keys.codes, row.id, given.factor, given.code), sent, nowMs);
  if (!isRight) return row.tries >= MAX_TRIES ? 'ended' : 'wrong';
  await changeChallenge(trx, row.id, { ended_at_ms: nowMs });
  await openLock(trx, lockKey);
  return 'right';
}

const COLUMNS = [
  'id',
  'secret_hash',
  'purpose',
  'user_id',
  'device_id',
  'phone_e164',
  'phone_country',
  'created_at_ms',
  'tries',
  'sms_hash',
  'sms_expires_ms',
  'recovery_hash',
  'recovery_expires_ms',
  'ended_at_ms',
] as const satisfies readonly (keyof Database['challenges'])[];

export type ChallengeRow = Pick<Selectable<Database['challenges']>, (typeof COLUMNS)[number]>;
type NewChallenge = Insertable<Database['challenges']>;

async function insertChallenge(db: Writer, challenge: NewChallenge): Promise<void> {
  await db.insertInto('challenges').values(challenge).execute();
}

export async function findChallenge(db: Reader, id: string): Promise<ChallengeRow | null> {
  const row = await db
    .selectFrom('challenges')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The other challenge of the same user that a code was sent for last by SMS, open or not; null for none. */
export async function findLastSmsUse(
  db: Reader,
  { id, user_id }: Pick<ChallengeRow, 'id' | 'user_id'>,
): Promise<Pick<ChallengeRow, 'purpose' | 'device_id'> | null> {
  const row = await db
    .selectFrom('challenges')
    .select(['purpose', 'device_id'])
    .where('user_id', '=', user_id)
    .where('id', '!=', id)
    .where('sms_expires_ms', 'is not', null)
    .orderBy('sms_expires_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Changes the open challenge of a device, purpose and number with tries left; returns its id, or null for none. */
async function continueChallenge(
  db: Writer,
  which: {
    userId: string;
    deviceId: string;
    purpose: ChallengeRow['purpose'];
    phone: string | null;
  },
  given: { sinceMs: number; maxTries: number; change: Updateable<Database['challenges']> },
): Promise<string | null> {
  const row = await db
    .updateTable('challenges')
    .set(given.change)
    .where('user_id', '=', which.userId)
    .where('device_id', '=', which.deviceId)
    .where('purpose', '=', which.purpose)
    .where('phone_e164', which.phone === null ? 'is' : '=', which.phone)
    .where('ended_at_ms', 'is', null)
    .where('created_at_ms', '>=', given.sinceMs)
    .where('tries', '<', given.maxTries)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Counts one more try and locks the row; null if the challenge has ended or its tries are used up. */
async function takeTry(db: Writer, id: string, maxTries: number): Promise<ChallengeRow | null> {
  const row = await db
    .updateTable('challenges')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', maxTries)
    .where('ended_at_ms', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

export async function changeChallenge(
  db: Writer,
  id: string,
  change: Updateable<Database['challenges']>,
): Promise<void> {
  await db.updateTable('challenges').set(change).where('id', '=', id).execute();
}

/** Ends the open challenges of a user's earlier sign-ins on a device, or earlier phone changes. */
export async function endOpenChallenges(
  db: Writer,
  choice: { userId: string; deviceId?: string; purpose?: ChallengeRow['purpose'] },
  nowMs: number,
): Promise<void> {
  let update = db
    .updateTable('challenges')
    .set({ ended_at_ms: nowMs })
    .where('user_id', '=', choice.userId)
    .where('ended_at_ms', 'is', null);
  if (choice.deviceId !== undefined) update = update.where('device_id', '=', choice.deviceId);
  if (choice.purpose !== undefined) update = update.where('purpose', '=', choice.purpose);
  await update.execute();
}

export async function removeStaleChallenges(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('challenges').where('created_at_ms', '<', beforeMs).execute();
}
