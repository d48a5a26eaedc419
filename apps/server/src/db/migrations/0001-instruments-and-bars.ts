import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function createInstruments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('instruments')
    .addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('exchange', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('base', 'text')
    .addColumn('quote', 'text')
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('listed_name', 'text', (column) => column.notNull())
    .addColumn('listed_value', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('market_hours', 'text', (column) => column.notNull())
    .addColumn('price_scale', 'integer', (column) => column.notNull().defaultTo(100))
    .addColumn('is_enabled', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('start_date', 'date')
    .addColumn('end_date', 'date')
    .addUniqueConstraint('instruments_exchange_code', ['exchange', 'code'])
    .execute();
}

async function createBars(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bar_series')
    .addColumn('instrument_id', 'integer', (column) => column.notNull())
    .addColumn('resolution', 'text', (column) => column.notNull())
    .addColumn('beginning_ms', 'bigint')
    .addColumn('is_simulated', 'boolean')
    .addPrimaryKeyConstraint('bar_series_key', ['instrument_id', 'resolution'])
    .execute();
  await db.schema
    .createTable('bar_chunks')
    .addColumn('instrument_id', 'integer', (column) => column.notNull())
    .addColumn('resolution', 'text', (column) => column.notNull())
    .addColumn('chunk_start', 'bigint', (column) => column.notNull())
    .addColumn('covered_from', 'bigint', (column) => column.notNull())
    .addColumn('covered_to', 'bigint', (column) => column.notNull())
    .addColumn('bar_count', 'integer', (column) => column.notNull())
    .addColumn('first_time', 'bigint')
    .addColumn('last_time', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('data', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('bar_chunks_key', ['instrument_id', 'resolution', 'chunk_start'])
    .execute();
  // The bytes are compressed already: the database must not try it again.
  await sql`alter table bar_chunks alter column data set storage external`.execute(db);
  await db.schema
    .createTable('quarantined_bars')
    .addColumn('instrument_id', 'integer', (column) => column.notNull())
    .addColumn('resolution', 'text', (column) => column.notNull())
    .addColumn('time', 'bigint', (column) => column.notNull())
    .addColumn('open', 'double precision', (column) => column.notNull())
    .addColumn('high', 'double precision', (column) => column.notNull())
    .addColumn('low', 'double precision', (column) => column.notNull())
    .addColumn('close', 'double precision', (column) => column.notNull())
    .addColumn('volume', 'double precision')
    .addPrimaryKeyConstraint('quarantined_bars_key', ['instrument_id', 'resolution', 'time'])
    .execute();
}

/** Instruments, and their bars in packed chunks. Every key starts with the instrument, as partitioning needs. */
export const instrumentsAndBars: Migration = {
  async up(db: Kysely<unknown>) {
    await createInstruments(db);
    await createBars(db);
  },
};
