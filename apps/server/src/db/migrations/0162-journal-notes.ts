import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { allowOnly } from './allow-only.ts';

const RESOLUTIONS = ['1', '5', '15', '30', '60', '120', '180', '240', '1D', '1W', '1M'];

/** Notes of accounts on bars and drawings. */
export const journalNotes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('journal_notes')
      .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('create_key', 'text', (column) => column.notNull())
      .addColumn('symbol', 'text', (column) => column.notNull())
      .addColumn('resolution', 'text', (column) => column.notNull())
      .addColumn('bar_ms', 'bigint', (column) => column.notNull())
      .addColumn('drawing', 'text')
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('journal_notes_create_key', ['user_id', 'create_key'])
      .addCheckConstraint('journal_notes_revision', sql`revision >= 1`)
      .execute();
    await db.schema
      .createIndex('journal_notes_newest')
      .on('journal_notes')
      .columns(['user_id', 'id'])
      .execute();
    await allowOnly(db, [['journal_notes', 'resolution', RESOLUTIONS]]);
  },
};
