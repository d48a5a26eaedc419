import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The state of each payment simulator as one text; empty in production. */
export const demoPayments: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('demo_payments')
      .addColumn('provider', 'text', (column) => column.primaryKey())
      .addColumn('state', 'text', (column) => column.notNull())
      .execute();
  },
};
