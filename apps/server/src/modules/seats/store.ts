import type { Selectable } from 'kysely';
import type { Database, Db, Reader, Writer } from '../../db/index.ts';

const INVITE_COLUMNS = [
  'id',
  'parent_user_id',
  'created_at_ms',
  'expires_at_ms',
  'accepted_at_ms',
  'revoked_at_ms',
] as const satisfies readonly (keyof Database['seat_invites'])[];
const MAIN_COLUMNS = [
  'id',
  'user_type',
  'parent_user_id',
  'access_revoked',
  'max_seats',
] as const satisfies readonly (keyof Database['users'])[];
const SUB_USER_COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'username',
  'seat_suspended_by_parent',
] as const satisfies readonly (keyof Database['users'])[];

export type InviteRow = Pick<Selectable<Database['seat_invites']>, (typeof INVITE_COLUMNS)[number]>;
export type MainUserRow = Pick<Selectable<Database['users']>, (typeof MAIN_COLUMNS)[number]>;
export type SubUserRow = Pick<Selectable<Database['users']>, (typeof SUB_USER_COLUMNS)[number]>;
/** Promised and filled seats of a main account; a suspended sub-user holds no seat. */
export type TakenSeats = { seatsPending: number; seatsUsed: number };

/** Null if the account was deleted. */
export async function findMainUser(
  db: Reader,
  id: string,
  lock?: 'for update',
): Promise<MainUserRow | null> {
  const query = db
    .selectFrom('users')
    .select(MAIN_COLUMNS)
    .where('id', '=', id)
    .where('deleted_at_ms', 'is', null);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
}

/**
 * Exact only while the account's row is locked. An invite that an address with an account used up holds its seat until
 * it expires, so that the number does not reveal who is registered.
 */
export async function countTakenSeats(
  db: Reader,
  parentUserId: string,
  nowMs: number,
): Promise<TakenSeats> {
  const count = ({ fn }: { fn: Db['fn'] }) => fn.countAll<number>().as('count');
  const used = await db
    .selectFrom('users')
    .select(count)
    .where('parent_user_id', '=', parentUserId)
    .where('seat_suspended_by_parent', '=', false)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirstOrThrow();
  const invites = db
    .selectFrom('seat_invites')
    .select(count)
    .where('parent_user_id', '=', parentUserId)
    .where('accepted_by_id', 'is', null)
    .where('revoked_at_ms', 'is', null)
    .where('expires_at_ms', '>', nowMs);
  const pending = await invites.where('accepted_at_ms', 'is', null).executeTakeFirstOrThrow();
  const held = await invites.where('accepted_at_ms', 'is not', null).executeTakeFirstOrThrow();
  return {
    seatsPending: Number(pending.count),
    seatsUsed: Number(used.count) + Number(held.count),
  };
}

export async function insertInvite(
  db: Writer,
  invite: Pick<InviteRow, 'id' | 'parent_user_id' | 'created_at_ms' | 'expires_at_ms'> & {
    token_hash: Buffer;
  },
): Promise<void> {
  await db.insertInto('seat_invites').values(invite).execute();
}

export async function listInvites(db: Reader, parentUserId: string): Promise<InviteRow[]> {
  return db
    .selectFrom('seat_invites')
    .select(INVITE_COLUMNS)
    .where('parent_user_id', '=', parentUserId)
    .orderBy('created_at_ms', 'desc')
    .orderBy('id')
    .execute();
}

/** Finds an invite of this account only. */
export async function findInvite(
  db: Reader,
  id: string,
  parentUserId: string,
): Promise<InviteRow | null> {
  const row = await db
    .selectFrom('seat_invites')
    .select(INVITE_COLUMNS)
    .where('id', '=', id)
    .where('parent_user_id', '=', parentUserId)
    .executeTakeFirst();
  return row ?? null;
}

export async function findInviteByHash(db: Reader, hash: Buffer): Promise<InviteRow | null> {
  const row = await db
    .selectFrom('seat_invites')
    .select(INVITE_COLUMNS)
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return row ?? null;
}

export async function acceptInvite(
  db: Writer,
  id: string,
  by: { userId: string | null; nowMs: number },
): Promise<void> {
  await db
    .updateTable('seat_invites')
    .set({ accepted_at_ms: by.nowMs, accepted_by_id: by.userId })
    .where('id', '=', id)
    .execute();
}

/** Revokes one pending invite of an account, or all of them, and returns their ids. */
export async function revokePendingInvites(
  db: Writer,
  which: { parentUserId: string; id?: string },
  nowMs: number,
): Promise<string[]> {
  const update = db
    .updateTable('seat_invites')
    .set({ revoked_at_ms: nowMs })
    .where('parent_user_id', '=', which.parentUserId)
    .where('accepted_at_ms', 'is', null)
    .where('revoked_at_ms', 'is', null)
    .where('expires_at_ms', '>', nowMs);
  const rows = await (which.id === undefined ? update : update.where('id', '=', which.id))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Lists the sub-users who have confirmed their address or signed in. Listing a registration before would reveal whether
 * its address was free.
 */
export async function listSubUserRows(db: Reader, parentUserId: string): Promise<SubUserRow[]> {
  return db
    .selectFrom('users')
    .select(SUB_USER_COLUMNS)
    .where('parent_user_id', '=', parentUserId)
    .where('deleted_at_ms', 'is', null)
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('email_confirmed_at_ms', 'is not', null),
        exists(selectFrom('sessions').select('sessions.id').whereRef('user_id', '=', 'users.id')),
      ]),
    )
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute();
}

/** Finds a sub-user of this account only. */
export async function findSubUser(
  db: Reader,
  id: string,
  parentUserId: string,
): Promise<SubUserRow | null> {
  const row = await db
    .selectFrom('users')
    .select(SUB_USER_COLUMNS)
    .where('id', '=', id)
    .where('parent_user_id', '=', parentUserId)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
