import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Alerts on all instruments of a watchlist. `watchlist_id` has no foreign key: the alert outlives its list, and says why it is
 * paused.
 */
export const listAlerts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('alerts')
      .addColumn('watchlist_id', 'bigint')
      .addColumn('list_alert_id', 'bigint', (column) =>
        column.references('alerts.id').onDelete('cascade'),
      )
      .execute();
    await sql`create index alerts_of_watchlist on alerts (watchlist_id) where watchlist_id is not null`.execute(
      db,
    );
    await sql`create index alerts_of_list_alert on alerts (list_alert_id) where list_alert_id is not null`.execute(
      db,
    );
  },
};
