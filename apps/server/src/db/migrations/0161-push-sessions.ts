import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The session in which a browser asked for push messages, which end with it; null if an earlier build stored them. */
export const pushSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('push_subscriptions')
      .addColumn('session_id', 'text', (column) =>
        column.references('sessions.id').onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('push_subscriptions_of_session')
      .on('push_subscriptions')
      .column('session_id')
      .execute();
  },
};
