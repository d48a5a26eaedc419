import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether a subscription is paused and what was paid is over; billing notes it at the next reading. */
export const paused: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('subscriptions')
      .addColumn('is_paused', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
