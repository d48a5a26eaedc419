import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether bars are simulated and whether an instrument was listed by a simulator alone are two things: two names. */
export const listedBySimulator: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table instruments rename column is_simulated to is_listed_by_simulator`.execute(
      db,
    );
  },
};
