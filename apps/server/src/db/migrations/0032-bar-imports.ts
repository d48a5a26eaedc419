import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which stretches of bars an operator has brought himself: no feed replaces them of its own accord. */
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
