import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Versions know whether a step replaced them, and links hold what they show. Links made before showed whatever their
 * layouts held, which nobody had chosen to show: they end.
 */
export const layoutSteps: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('layout_versions')
      .addColumn('is_before_step', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
    await sql`delete from layout_shares`.execute(db);
    await db.schema
      .alterTable('layout_shares')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('symbol', 'text', (column) => column.notNull())
      .addColumn('resolution', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .execute();
  },
};
