import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds whether a payment is overdue; billing sets it for all within the hour. */
export const pastDue: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('subscriptions')
      .addColumn('is_past_due', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
