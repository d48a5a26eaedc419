import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, Db, Reader, Writer } from '../../../db/index.ts';

/** The columns that use cases read; those that only registration writes are left out. */
const USER_COLUMNS = [
  'id',
  'username',
  'first_name',
  'last_name',
  'password_hash',
  'phone_e164',
  'phone_country',
  'trading_view_username',
  'user_type',
  'is_approved',
  'access_revoked',
  'is_super_admin',
  'parent_user_id',
  'seat_suspended_by_parent',
  'max_seats',
  'has_paid',
  'payment_valid_until',
  'payment_details',
  'has_subscription_override',
  'is_detailed_summary_allowed',
  'is_suffix_allowed',
  'is_bvg_allowed',
  'is_fmp_allowed',
  'is_bitfinex_allowed',
  'is_tiingo_allowed',
  'trusted_since_ms',
  'is_demo',
  'email_confirmed_at_ms',
  'created_at_ms',
  'revision',
  'revoked_reason',
  'deleted_at_ms',
] as const satisfies readonly (keyof Database['users'])[];
const STANDING_COLUMNS = [
  'user_id',
  'display_name',
  'plan',
  'is_active',
  'is_in_trial',
  'trial_ends_ms',
  'is_processing',
  'is_past_due',
  'is_paused',
  'has_used_trial',
  'provider',
  'start_ms',
  'end_ms',
  'renews_ms',
  'amount_cents',
  'currency',
  'can_resume',
  'gives_summary',
  'gives_suffix',
  'paypal_status',
  'lemon_status',
] as const satisfies readonly (keyof Database['subscriptions'])[];

export type UserRow = Pick<Selectable<Database['users']>, (typeof USER_COLUMNS)[number]>;
export type NewUser = Insertable<Database['users']>;
/** The state of a user's subscriptions, as far as access depends on it. */
export type Standing = Insertable<Database['subscriptions']>;
export type StandingRow = Selectable<Database['subscriptions']>;

export type Person = {
  user: UserRow;
  parent: UserRow | null;
  subscription: StandingRow | null;
};

/** Never finds deleted accounts. */
export async function findUserByName(db: Reader, username: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('username', '=', username)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** `for update` locks the row until the transaction ends; inserts that only reference it do not wait. */
export async function findUser(
  db: Reader,
  id: string,
  lock?: 'for update',
): Promise<UserRow | null> {
  const query = db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', id)
    .where('deleted_at_ms', 'is', null);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
}

/** A deleted account that is not erased yet. */
export async function findDeleted(
  db: Reader,
  by: { id: string } | { username: string },
  lock?: 'for update',
): Promise<UserRow | null> {
  const query = db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id' in by ? 'id' : 'username', '=', 'id' in by ? by.id : by.username)
    .where('deleted_at_ms', 'is not', null)
    .where('erased_at_ms', 'is', null);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
}

export async function findStanding(db: Reader, userId: string): Promise<StandingRow | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select(STANDING_COLUMNS)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Users whose stored state says "active" or "in trial" although the end has passed. */
export async function listOvertaken(db: Reader, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where((is) =>
      is.or([
        is.and([is('is_active', '=', true), is('end_ms', '<=', nowMs)]),
        is.and([is('is_in_trial', '=', true), is('trial_ends_ms', '<=', nowMs)]),
      ]),
    )
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

export async function findPerson(db: Reader, id: string): Promise<Person | null> {
  const user = await findUser(db, id);
  if (!user) return null;
  const parent = user.parent_user_id === null ? null : await findUser(db, user.parent_user_id);
  return { user, parent, subscription: await findStanding(db, id) };
}

/** Several accounts in the order of `ids`: only those that are not deleted, or with `areDeleted` only deleted ones. */
export async function findPeople(
  db: Reader,
  ids: readonly string[],
  { areDeleted = false }: { areDeleted?: boolean } = {},
): Promise<Person[]> {
  if (ids.length === 0) return [];
  const findUsers = (which: readonly string[], isDeleted = false) =>
    db
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('id', 'in', which)
      .where('deleted_at_ms', isDeleted ? 'is not' : 'is', null)
      .execute();
  const users = new Map((await findUsers(ids, areDeleted)).map((row) => [row.id, row]));
  const parentIds = [...users.values()].flatMap((row) => row.parent_user_id ?? []);
  const parents = parentIds.length === 0 ? [] : await findUsers(parentIds);
  const standings = await db
    .selectFrom('subscriptions')
    .select(STANDING_COLUMNS)
    .where('user_id', 'in', ids)
    .execute();
  return ids.flatMap((id) => {
    const user = users.get(id);
    if (!user) return [];
    const parent = parents.find((row) => row.id === user.parent_user_id) ?? null;
    return { user, parent, subscription: standings.find((row) => row.user_id === id) ?? null };
  });
}

/** False if the address is taken, even by an account that has been deleted but not erased. */
export async function insertUser(db: Writer, user: NewUser): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('username').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
}

/** Stores the state of a user's subscriptions; null deletes it. */
export async function setStanding(
  db: Writer & Pick<Db, 'deleteFrom'>,
  userId: string,
  standing: Omit<Standing, 'user_id'> | null,
): Promise<void> {
  if (standing === null) {
    await db.deleteFrom('subscriptions').where('user_id', '=', userId).execute();
    return;
  }
  await db
    .insertInto('subscriptions')
    .values({ user_id: userId, ...standing })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(standing))
    .execute();
}

export async function changeUser(
  db: Writer,
  id: string,
  change: Updateable<Database['users']>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Replaces a hash if it is still the one that was read; false if it has changed. */
export async function replacePasswordHash(
  db: Writer,
  change: { id: string; from: string; to: string },
): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ password_hash: change.to })
    .where('id', '=', change.id)
    .where('password_hash', '=', change.from)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** Locks every super admin's row, so that two cannot remove each other at once; returns those who can sign in. */
export async function lockActiveSuperAdmins(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'access_revoked', 'is_approved', 'deleted_at_ms'])
    .where('is_super_admin', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows
    .filter((row) => row.is_approved && !row.access_revoked && row.deleted_at_ms === null)
    .map((row) => row.id);
}

/** Suspends the sub-users of a main account; returns those who were not suspended before. */
export async function suspendSubUsers(db: Writer, parentId: string): Promise<string[]> {
  const rows = await db
    .updateTable('users')
    .set({ seat_suspended_by_parent: true })
    .where('parent_user_id', '=', parentId)
    .where('seat_suspended_by_parent', '=', false)
    .where('deleted_at_ms', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
