import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Alerts on saved screens. `screen_id` has no foreign key: the alert outlives its screen, and says why it is paused.
 */
export const screenAlerts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('alerts').addColumn('screen_id', 'bigint').execute();
    await sql`create index alerts_of_screen on alerts (screen_id) where screen_id is not null`.execute(
      db,
    );
    await db.schema
      .createTable('screen_members')
      .addColumn('alert_id', 'bigint', (column) =>
        column.primaryKey().references('alerts.id').onDelete('cascade'),
      )
      .addColumn('activation', 'integer', (column) => column.notNull())
      .addColumn('question_hash', 'text', (column) => column.notNull())
      .addColumn('standings', 'bytea', (column) => column.notNull())
      .addColumn('told', 'text', (column) => column.notNull())
      .addColumn('burst_ms', 'bigint', (column) => column.notNull())
      .addColumn('burst_count', 'integer', (column) => column.notNull())
      .addColumn('members', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute();
  },
};
