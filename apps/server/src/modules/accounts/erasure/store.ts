import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';
import { PERSONAL_COLUMNS } from './personal-columns.ts';

/** What of a deleted account leads to messages that were shown instead of sent. */
export type DeletedUser = { id: string; username: string; phone_e164: string | null };

/** Accounts that were deleted until a moment and are not erased, those that wait longest first. */
export async function listErasable(
  db: Db,
  deletedUntilMs: number,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at_ms', '<=', deletedUntilMs)
    .where('erased_at_ms', 'is', null)
    .orderBy('deleted_at_ms')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a deleted account that is not erased until the transaction ends; null where it is not one. */
export async function lockErasable(
  trx: Transaction<Database>,
  id: string,
): Promise<DeletedUser | null> {
  const row = await trx
    .selectFrom('users')
    .select(['id', 'username', 'phone_e164'])
    .where('id', '=', id)
    .where('deleted_at_ms', 'is not', null)
    .where('erased_at_ms', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Removes or clears what `PERSONAL_COLUMNS` says of a person. */
export async function removePersonalRows(trx: Transaction<Database>, id: string): Promise<void> {
  for (const { table, column, act } of PERSONAL_COLUMNS) {
    const [from, of] = [sql.table(table), sql.ref(column)];
    if (act === 'remove') await sql`delete from ${from} where ${of} = ${id}`.execute(trx);
    if (act === 'clear')
      await sql`update ${from} set ${of} = null where ${of} = ${id}`.execute(trx);
  }
}

/** Removes what demo mode has shown of the messages to a person. */
export async function removeShownMessages(
  trx: Transaction<Database>,
  { username, phone_e164 }: DeletedUser,
): Promise<void> {
  const recipients = phone_e164 === null ? [username] : [username, phone_e164];
  await trx.deleteFrom('demo_mailbox').where('recipient', 'in', recipients).execute();
}

/** Leaves of an account what no person can be known by; its address is free from then on. */
export async function blankUser(
  trx: Transaction<Database>,
  id: string,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      username: `erased:${id}`,
      first_name: '',
      last_name: '',
      password_hash: '',
      phone_e164: null,
      // No country has this code.
      phone_country: 'ZZ',
      trading_view_username: null,
      gender: null,
      date_of_birth: null,
      parent_user_id: null,
      is_super_admin: false,
      max_seats: null,
      has_paid: false,
      payment_valid_until: null,
      payment_details: null,
      has_subscription_override: false,
      accepted_terms: null,
      accepted_privacy: null,
      email_confirmed_at_ms: null,
      erased_at_ms: nowMs,
    })
    .where('id', '=', id)
    .execute();
}
