import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Adds the price of the next payment, whether a cancellation can be taken back, and the rights that come with a plan;
 * billing sets them at the next reading.
 */
export const planPrices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('subscriptions')
      .addColumn('amount_cents', 'integer')
      .addColumn('currency', 'text')
      .addColumn('can_resume', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('gives_summary', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('gives_suffix', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
    await db.schema
      .alterTable('plans')
      .addColumn('gives_summary', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('gives_suffix', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
