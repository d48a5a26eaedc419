import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a vendor's limit was reached, and how many calls it has held back since. */
export const reachedLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('feed_breakers')
      .addColumn('limit_since_ms', 'bigint')
      .addColumn('limit_reached_ms', 'bigint')
      .addColumn('held_back_calls', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
