import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Progress of long jobs; the queues themselves are tables of pg-boss in a separate schema. */
export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('job_progress')
      .addColumn('job_id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('done', 'bigint', (column) => column.notNull())
      .addColumn('total', 'bigint')
      .addColumn('heartbeat_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('error', 'text')
      .addCheckConstraint('job_progress_state', sql`state in ('running', 'completed', 'failed')`)
      .execute();
  },
};
