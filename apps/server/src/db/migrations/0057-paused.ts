import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds whether a subscription is paused after its paid period; billing sets it at the next reading. */
export const paused: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('subscriptions')
      .addColumn('is_paused', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
