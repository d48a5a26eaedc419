import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Chunks record until when their bars beyond the coverage are known; 0 in those written before. */
export const knownUntil: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('bar_chunks')
      .addColumn('known_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
