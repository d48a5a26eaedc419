import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Database } from '../../../db/index.ts';

export type UserRow = Selectable<Database['users']>;
export type NewUser = Insertable<Database['users']>;
export type SubscriptionRow = Selectable<Database['subscriptions']>;

/** An account with what belongs to it: its main account and its subscription. */
export type Person = {
  user: UserRow;
  parent: UserRow | null;
  subscription: SubscriptionRow | null;
};

type Reader = Pick<Kysely<Database>, 'selectFrom'>;
type Writer = Pick<Kysely<Database>, 'insertInto' | 'updateTable'>;

/** Deleted accounts are found by nobody. */
export async function findUserByName(db: Reader, username: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function findUser(db: Reader, id: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

async function findSubscription(db: Reader, userId: string): Promise<SubscriptionRow | null> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function findPerson(db: Reader, id: string): Promise<Person | null> {
  const user = await findUser(db, id);
  if (!user) return null;
  const parent = user.parent_user_id === null ? null : await findUser(db, user.parent_user_id);
  return { user, parent, subscription: await findSubscription(db, id) };
}

/** False where the address is taken, also by an account that was deleted a moment ago. */
export async function insertUser(db: Writer, user: NewUser): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('username').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
}

export async function insertSubscription(
  db: Writer,
  subscription: Insertable<Database['subscriptions']>,
): Promise<void> {
  await db.insertInto('subscriptions').values(subscription).execute();
}

export async function changeUser(
  db: Writer,
  id: string,
  change: Updateable<Database['users']>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Locks every super admin's row, so that two of them cannot end each other at once; counts those who can sign in. */
export async function lockActiveSuperAdmins(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'access_revoked', 'is_approved', 'deleted_at_ms'])
    .where('is_super_admin', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows
    .filter((row) => row.is_approved && !row.access_revoked && row.deleted_at_ms === null)
    .map((row) => row.id);
}

/** Suspends the sub-users of a main account and answers who they are. */
export async function suspendSubUsers(db: Writer, parentId: string): Promise<string[]> {
  const rows = await db
    .updateTable('users')
    .set({ seat_suspended_by_parent: true })
    .where('parent_user_id', '=', parentId)
    .where('deleted_at_ms', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
