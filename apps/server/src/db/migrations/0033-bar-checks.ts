import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The days that are compared with their vendor each night, and what came of it. */
export const barChecks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('bar_checks')
      .addColumn('night_ms', 'bigint', (column) => column.notNull())
      .addColumn('instrument_id', 'integer', (column) => column.notNull())
      .addColumn('resolution', 'text', (column) => column.notNull())
      .addColumn('day_ms', 'bigint', (column) => column.notNull())
      .addColumn('due_ms', 'bigint', (column) => column.notNull())
      .addColumn('answer', 'text')
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('outcome', 'text', (column) => column.notNull().defaultTo('open'))
      .addPrimaryKeyConstraint('bar_checks_key', [
        'night_ms',
        'instrument_id',
        'resolution',
        'day_ms',
      ])
      .execute();
    await db.schema
      .createIndex('bar_checks_by_due')
      .on('bar_checks')
      .columns(['outcome', 'due_ms'])
      .execute();
  },
};
