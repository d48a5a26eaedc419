import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys that accounts gave to commands of the chart. */
export const chartKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('chart_keys')
      .addColumn('user_id', 'text', (column) =>
        column.primaryKey().references('users.id').onDelete('cascade'),
      )
      .addColumn('keys', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addCheckConstraint('chart_keys_revision', sql`revision >= 1`)
      .execute();
  },
};
