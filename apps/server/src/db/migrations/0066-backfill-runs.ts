import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Backfill runs: one row per instrument, with simulator and vendor kept apart. */
export const backfillRuns: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('backfill_runs')
      .addColumn('instrument_id', 'integer', (column) =>
        column.notNull().references('instruments.id'),
      )
      .addColumn('is_simulated', 'boolean', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('start_date', 'date')
      .addColumn('end_date', 'date')
      .addColumn('requested_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('running_since_ms', 'bigint')
      .addColumn('lease_token', 'text')
      .addColumn('heartbeat_at_ms', 'bigint')
      .addColumn('served_at_ms', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('due_ms', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('total', 'integer')
      .addColumn('bars_read', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('position_ms', 'bigint')
      .addColumn('last_run_ms', 'bigint')
      .addColumn('backfill_end_ms', 'bigint')
      .addColumn('error', 'text')
      .addPrimaryKeyConstraint('backfill_runs_key', ['instrument_id', 'is_simulated'])
      .addCheckConstraint(
        'backfill_runs_state',
        sql`state in ('waiting', 'running', 'completed', 'failed', 'cancelled')`,
      )
      .execute();
    await sql`
      create index backfill_runs_open on backfill_runs (served_at_ms)
        where state in ('waiting', 'running')
    `.execute(db);
  },
};
