import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A stretch that was still being read could be taken for the beginning of a series: each is found anew when it is read. */
export const beginningsAnew: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`update bar_series set beginning_ms = null where resolution <> '1D'`.execute(db);
  },
};
