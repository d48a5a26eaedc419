import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What came of checking the audit chain the last time: one row, for the screen that shows the record. */
export const auditChecks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('audit_checks')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('checked_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('checked_entries', 'bigint', (column) => column.notNull())
      .addColumn('damages', 'text', (column) => column.notNull())
      .addCheckConstraint('audit_checks_one_row', sql`id = 1`)
      .execute();
  },
};
