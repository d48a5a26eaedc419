import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { allowOnly } from './allow-only.ts';

async function createWatchlists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('watchlists')
    .addColumn('id', 'bigint', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('create_key', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('colour', 'text')
    .addColumn('entries', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('watchlists_create_key', ['user_id', 'create_key'])
    .addCheckConstraint('watchlists_revision', sql`revision >= 1`)
    .execute();
  await allowOnly(db, [['watchlists', 'colour', ['red', 'orange', 'green', 'blue', 'purple']]]);
}

const FIGURES = [
  ...['long_term_resistance', 'short_term_resistance', 'short_term_support', 'long_term_support'],
  ...['long_term_tightness', 'short_term_tightness'],
  ...['distance_to_long_term_min', 'distance_to_short_term_min'],
  ...['long_short_percentage', 'deployment', 'liquidity_spread'],
];

async function createSnapshots(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('instrument_snapshots')
    .addColumn('instrument_id', 'integer', (column) =>
      column.notNull().references('instruments.id').onDelete('cascade'),
    )
    .addColumn('resolution', 'text', (column) => column.notNull())
    .addColumn('is_simulated', 'boolean', (column) => column.notNull())
    .addColumn('formula_version', 'integer', (column) => column.notNull())
    .addColumn('bar_time', 'bigint', (column) => column.notNull())
    .addColumn('closed_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('close', 'double precision', (column) => column.notNull());
  for (const name of FIGURES) table = table.addColumn(name, 'double precision');
  await table
    .addColumn('mark_side', 'text')
    .addColumn('mark_is_strong', 'boolean')
    .addColumn('mark_time', 'bigint')
    .addPrimaryKeyConstraint('instrument_snapshots_pkey', [
      'instrument_id',
      'resolution',
      'is_simulated',
    ])
    .execute();
  await allowOnly(db, [
    ['instrument_snapshots', 'resolution', ['60', '240', '1D', '1W']],
    ['instrument_snapshots', 'mark_side', ['buy', 'sell']],
  ]);
}

/** Watchlists of accounts, and the figures of instruments that their rows show. */
export const watchlists: Migration = {
  async up(db: Kysely<unknown>) {
    await createWatchlists(db);
    await createSnapshots(db);
  },
};
