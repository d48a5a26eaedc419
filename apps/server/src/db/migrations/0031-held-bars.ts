import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The state of a quarantined bar: its next and first attempts at corroboration, and whether it was rejected. Databases
 * know this migration by its file name.
 */
export const quarantineStates: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('quarantined_bars')
      .addColumn('due_ms', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('asked_at_ms', 'bigint')
      .addColumn('is_refuted', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
    await db.schema
      .createIndex('quarantined_bars_by_due')
      .on('quarantined_bars')
      .columns(['is_refuted', 'due_ms'])
      .execute();
  },
};
