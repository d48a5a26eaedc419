import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages of demo mode; empty in production. */
export const outbox: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('outbox_messages')
      .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('subject', 'text')
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('sent_at_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
};
