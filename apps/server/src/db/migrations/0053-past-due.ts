import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether a payment is missing that the provider goes on asking for; billing notes it within the hour for all. */
export const pastDue: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('subscriptions')
      .addColumn('is_past_due', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
