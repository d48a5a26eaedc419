import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a subscription that its owner cannot use could not be ended. */
export const endTried: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('provider_subscriptions')
      .addColumn('end_tried_ms', 'bigint')
      .execute();
  },
};
