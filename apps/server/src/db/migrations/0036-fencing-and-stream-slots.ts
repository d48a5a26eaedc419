import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A fencing token beside every lease of a feed, and the open streams of all processes. */
export const fencingAndStreamSlots: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('feed_leases')
      .addColumn('token', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('stream_slots')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('stream_slots_by_holder')
      .on('stream_slots')
      .column('holder')
      .execute();
  },
};
