import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Why a quarantined bar was rejected, for those who decide about it. */
export const quarantineReasons: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('quarantined_bars').addColumn('reason', 'text').execute();
  },
};
