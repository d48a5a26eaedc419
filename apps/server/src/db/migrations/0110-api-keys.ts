import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('networks', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ends_at_ms', 'bigint')
    .addColumn('last_used_at_ms', 'bigint')
    .execute();
  await db.schema.createIndex('api_keys_by_user').on('api_keys').column('user_id').execute();
}

async function createSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_key_secrets')
    .addColumn('hash', 'bytea', (column) => column.primaryKey())
    .addColumn('key_id', 'text', (column) =>
      column.notNull().references('api_keys.id').onDelete('cascade'),
    )
    .addColumn('beginning', 'text', (column) => column.notNull())
    .addColumn('made_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ends_at_ms', 'bigint')
    .execute();
  await db.schema
    .createIndex('api_key_secrets_by_key')
    .on('api_key_secrets')
    .column('key_id')
    .execute();
}

/**
 * Adds API keys with their secrets, of which only hashes are stored. A revoked key is deleted; open streams learn of it
 * as of every change of access. A ticket of a key names it in place of a session.
 */
export const apiKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await createKeys(db);
    await createSecrets(db);
    await sql`
      create trigger api_keys_change_access after delete on api_keys for each row
      execute function note_owner_change()`.execute(db);
    await db.schema.alterTable('stream_tickets').addColumn('grant_id', 'text').execute();
  },
};
