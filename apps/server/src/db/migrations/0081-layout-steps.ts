import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Versions record whether a step replaced them, and links store the content they show. Earlier links end: they showed
 * the current content of their layouts, which their owners had not chosen to share.
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
