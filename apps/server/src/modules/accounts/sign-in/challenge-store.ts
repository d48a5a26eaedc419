import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, Db, Reader, Writer } from '../../../db/index.ts';

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
export type NewChallenge = Insertable<Database['challenges']>;

export async function insertChallenge(db: Writer, challenge: NewChallenge): Promise<void> {
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

/** Changes the open challenge of a device, kind and number that has tries left, and answers its id; null for none. */
export async function continueChallenge(
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

/** Counts one more try and locks the row; null where the challenge has ended or its tries are used up. */
export async function takeTry(
  db: Writer,
  id: string,
  maxTries: number,
): Promise<ChallengeRow | null> {
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

/** Ends what a user's earlier sign-ins on a device, or earlier changes of phone, left open. */
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

/** Removes challenges that were opened before a moment. */
export async function removeStaleChallenges(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('challenges').where('created_at_ms', '<', beforeMs).execute();
}
