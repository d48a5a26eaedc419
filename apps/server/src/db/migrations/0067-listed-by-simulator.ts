import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Renames the flag of instruments listed only by a simulator, which is not the same as simulated bars. */
export const listedBySimulator: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table instruments rename column is_simulated to is_listed_by_simulator`.execute(
      db,
    );
  },
};
