import { sql, type Transaction } from 'kysely';
import type { ContactMessagesTable, Database, Db } from '../../db/index.ts';

export async function insertMessage(
  trx: Transaction<Database>,
  row: ContactMessagesTable,
): Promise<void> {
  await trx.insertInto('contact_messages').values(row).execute();
}

/** Where a page begins: after this message, in the order of the list. */
export type MessagePlace = { createdAtMs: number; id: string };

/** The newest first. */
export function findMessages(
  db: Db,
  after: MessagePlace | null,
  most: number,
): Promise<ContactMessagesTable[]> {
  let query = db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'email', 'phone', 'message', 'created_at_ms']);
  if (after) {
    query = query.where(sql<boolean>`(created_at_ms, id) < (${after.createdAtMs}, ${after.id})`);
  }
  return query.orderBy('created_at_ms', 'desc').orderBy('id', 'desc').limit(most).execute();
}

export async function removeMessagesBefore(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('contact_messages').where('created_at_ms', '<', beforeMs).execute();
}
