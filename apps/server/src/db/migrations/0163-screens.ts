import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const FIGURES = [
  'studies_close',
  'change_1',
  'change_5',
  'change_20',
  'change_60',
  'volume',
  'volume_ratio',
  'rsi',
  'to_sma_50',
  'to_sma_200',
  'atr_percent',
];

/** Figures of the field in snapshots, and saved screens of accounts. */
export const screens: Migration = {
  async up(db: Kysely<unknown>) {
    let table = db.schema.alterTable('instrument_snapshots').addColumn('studies_time', 'bigint');
    for (const name of FIGURES) table = table.addColumn(name, 'double precision');
    await table.execute();
    await db.schema
      .createTable('screens')
      .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('create_key', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('definition', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('screens_create_key', ['user_id', 'create_key'])
      .addCheckConstraint('screens_revision', sql`revision >= 1`)
      .execute();
  },
};
