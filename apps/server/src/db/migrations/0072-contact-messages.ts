import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages of the contact form, stored before they are mailed. */
export const contactMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('contact_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('phone', 'text')
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('contact_messages_created_at')
      .on('contact_messages')
      .column('created_at_ms')
      .execute();
  },
};
