import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Db, Reader, Trx, Writer } from '../../../db/index.ts';

const COLUMNS = [
  'id',
  'user_id',
  'device_id',
  'device_info',
  'address',
  'seed',
  'counter',
  'secret_hash',
  'rotated_at_ms',
  'min_counter',
  'signed_in_at_ms',
  'last_used_at_ms',
  'ended_at_ms',
] as const satisfies readonly (keyof Database['sessions'])[];

export type SessionRow = Pick<Selectable<Database['sessions']>, (typeof COLUMNS)[number]>;
export type NewSession = Insertable<Database['sessions']>;

export async function findSession(db: Reader, id: string): Promise<SessionRow | null> {
  const row = await db
    .selectFrom('sessions')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertSession(db: Writer, session: NewSession): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/**
 * Rotates the refresh token if the session still holds the one presented; false if another request was faster. The time is
 * read once nothing waits for the database any more, because the successor is on its way from then on.
 */
export async function rotateToken(
  db: Db,
  shown: { id: string; counter: number; secretHash: Buffer },
  next: { secretHash: Buffer; clock: { now: () => number }; address: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', shown.id)
      .forUpdate()
      .executeTakeFirst();
    const nowMs = next.clock.now();
    const result = await trx
      .updateTable('sessions')
      .set({
        counter: shown.counter + 1,
        secret_hash: next.secretHash,
        rotated_at_ms: nowMs,
        last_used_at_ms: nowMs,
        address: next.address,
      })
      .where('id', '=', shown.id)
      .where('counter', '=', shown.counter)
      .where('secret_hash', '=', shown.secretHash)
      .where('ended_at_ms', 'is', null)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) === 1;
  });
}

/** Sessions that have not been ended, last used first; the policy decides about age. */
export async function listOpenSessions(db: Reader, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('ended_at_ms', 'is', null)
    .orderBy('last_used_at_ms', 'desc')
    .orderBy('id')
    .execute();
}

/** True if the user ever signed in at all, and on this device. */
export async function knowsDevice(
  db: Reader,
  userId: string,
  deviceId: string,
): Promise<{ hasSignedIn: boolean; isKnown: boolean }> {
  const rows = await db
    .selectFrom('sessions')
    .select('device_id')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return {
    hasSignedIn: rows.length > 0,
    isKnown: rows.some((row) => row.device_id === deviceId),
  };
}

/** A user's open sessions: all, those of a device, one, or all but one. */
export type SessionChoice = { userId: string; deviceId?: string; id?: string; exceptId?: string };

/** `successorId` is the session that continues those that end, as their person signs in again in the same browser. */
type SessionEnd = { reason: string; nowMs: number; successorId?: string };

/** Push messages end with the session in which their browser asked for them, or go on in its successor. */
async function endPushes(
  trx: Trx,
  sessionIds: readonly string[],
  successorId: string | undefined,
): Promise<void> {
  if (successorId === undefined) {
    await trx.deleteFrom('push_subscriptions').where('session_id', 'in', sessionIds).execute();
    return;
  }
  await trx
    .updateTable('push_subscriptions')
    .set({ session_id: successorId })
    .where('session_id', 'in', sessionIds)
    .execute();
}

/** Ends open sessions with the push messages of their browsers, and returns the ids of the sessions; idempotent. */
export async function endOpenSessions(
  trx: Trx,
  choice: SessionChoice,
  end: SessionEnd,
): Promise<string[]> {
  let update = trx
    .updateTable('sessions')
    .set({ ended_at_ms: end.nowMs, end_reason: end.reason })
    .where('user_id', '=', choice.userId)
    .where('ended_at_ms', 'is', null);
  if (choice.deviceId !== undefined) update = update.where('device_id', '=', choice.deviceId);
  if (choice.id !== undefined) update = update.where('id', '=', choice.id);
  if (choice.exceptId !== undefined) update = update.where('id', '!=', choice.exceptId);
  const rows = await update.returning('id').execute();
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await endPushes(trx, ids, end.successorId);
  return ids;
}

/** Revokes every access token issued for a session so far; its refresh token stays valid. */
export async function refuseIssuedTokens(db: Writer, id: string, counter: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ min_counter: counter + 1 })
    .where('id', '=', id)
    .execute();
}

/**
 * Ends the push messages of sessions that have run out: last used or begun before these moments. The sessions are locked, so
 * that one whose refresh token is rotated meanwhile keeps its own.
 */
export async function endRunOutPushes(
  db: Db,
  {
    isSuperAdmin,
    usedBeforeMs,
    signedInBeforeMs,
  }: { isSuperAdmin: boolean; usedBeforeMs: number; signedInBeforeMs: number },
): Promise<void> {
  await sql`
    with run_out as materialized (
      select sessions.id from sessions join users on users.id = sessions.user_id
      where users.is_super_admin = ${isSuperAdmin}
        and (sessions.last_used_at_ms < ${usedBeforeMs} or sessions.signed_in_at_ms < ${signedInBeforeMs})
        and exists (select from push_subscriptions where session_id = sessions.id)
      order by sessions.id for update of sessions
    )
    delete from push_subscriptions using run_out where session_id = run_out.id`.execute(db);
}

export async function removeStaleSessions(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('sessions').where('last_used_at_ms', '<', beforeMs).execute();
}
