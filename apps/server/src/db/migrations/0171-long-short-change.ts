import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The change of long/short in snapshots; null until the next close. */
export const longShortChange: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('instrument_snapshots')
      .addColumn('long_short_change_5', 'double precision')
      .execute();
  },
};
