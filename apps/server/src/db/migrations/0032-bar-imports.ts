import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Ranges of bars imported by an operator, which no feed replaces automatically. */
export const barImports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('bar_imports')
      .addColumn('instrument_id', 'integer', (column) => column.notNull())
      .addColumn('resolution', 'text', (column) => column.notNull())
      .addColumn('from_ms', 'bigint', (column) => column.notNull())
      .addColumn('to_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('bar_imports_key', [
        'instrument_id',
        'resolution',
        'from_ms',
        'to_ms',
      ])
      .execute();
  },
};
