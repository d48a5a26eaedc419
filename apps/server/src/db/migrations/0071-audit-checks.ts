import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The result of the last check of the audit chain: one row, for the audit screen. */
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
