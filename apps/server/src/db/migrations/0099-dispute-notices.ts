import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keeps with a provider's notice whether it is about a dispute or a reversed payment. */
export const disputeNotices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('webhook_events')
      .addColumn('meaning', 'text', (column) => column.notNull().defaultTo('changed'))
      .execute();
  },
};
