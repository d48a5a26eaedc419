import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { allowOnly } from './allow-only.ts';

/**
 * Leases of groups of a feed's instruments, and the processes that may own them. The leases of whole feeds stay, as
 * processes of earlier releases may still run.
 */
export const ingestGroups: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('ingest_processes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('process_id', 'text', (column) => column.notNull())
      .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('feed_group_leases')
      .addColumn('exchange', 'text', (column) => column.notNull())
      .addColumn('group_number', 'integer', (column) => column.notNull())
      .addColumn('owner', 'text', (column) =>
        column.references('ingest_processes.id').onDelete('set null'),
      )
      .addColumn('token', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('feed_group_leases_pkey', ['exchange', 'group_number'])
      .execute();
    await allowOnly(db, [['feed_group_leases', 'exchange', ['BVG', 'FMP', 'Bitfinex', 'Tiingo']]]);
  },
};
