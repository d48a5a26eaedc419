import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Versions record whether the user saved them on purpose: these stay when automatic ones are thinned out. */
export const keptLayoutVersions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('layout_versions')
      .addColumn('is_kept', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
