import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Contact messages record when they were read and answered. */
export const messageStates: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('contact_messages')
      .addColumn('read_at_ms', 'bigint')
      .addColumn('answered_at_ms', 'bigint')
      .execute();
  },
};
