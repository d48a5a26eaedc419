import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The record of all published signals that Home tells. */
export const publicRecord: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('public_record')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('is_simulated', 'boolean', (column) => column.notNull())
      .addColumn('heading', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('computed_at_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
};
