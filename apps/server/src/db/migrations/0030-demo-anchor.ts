import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When this installation first simulated prices: simulated history is laid out from there; empty in production. */
export const demoAnchor: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('demo_anchor')
      .addColumn('id', 'smallint', (column) => column.primaryKey())
      .addColumn('anchor_ms', 'bigint', (column) => column.notNull())
      .execute();
  },
};
