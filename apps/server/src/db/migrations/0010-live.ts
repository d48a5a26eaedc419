import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tickets for stream connections, and which process owns which feed. */
export const live: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('stream_tickets')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('session_id', 'text')
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('stream_tickets_by_expiry')
      .on('stream_tickets')
      .column('expires_at_ms')
      .execute();
    await db.schema
      .createTable('feed_leases')
      .addColumn('exchange', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
};
