import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Failures, one row per kind with its count. */
export const errorLog: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('error_log')
      .addColumn('fingerprint', 'text', (column) => column.primaryKey())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('level', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('context', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('first_seen_ms', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_ms', 'bigint', (column) => column.notNull())
      .addCheckConstraint('error_log_level', sql`level in ('warning', 'error', 'fatal')`)
      .addCheckConstraint('error_log_count', sql`count > 0`)
      .execute();
    await db.schema
      .createIndex('error_log_last_seen')
      .on('error_log')
      .columns(['last_seen_ms', 'fingerprint'])
      .execute();
  },
};
