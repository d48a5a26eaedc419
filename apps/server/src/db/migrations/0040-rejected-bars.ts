import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Outliers that nothing corroborated are called rejected. */
export const rejectedBars: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table quarantined_bars rename column is_refuted to is_rejected`.execute(db);
  },
};
