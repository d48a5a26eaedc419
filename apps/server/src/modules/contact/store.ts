import type { Kysely, Transaction } from 'kysely';
import type { ContactMessagesTable, Database } from '../../db/index.ts';

export async function insertMessage(
  trx: Transaction<Database>,
  row: ContactMessagesTable,
): Promise<void> {
  await trx.insertInto('contact_messages').values(row).execute();
}

export async function removeMessagesBefore(db: Kysely<Database>, beforeMs: number): Promise<void> {
  await db.deleteFrom('contact_messages').where('created_at_ms', '<', beforeMs).execute();
}
