import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Files may bring bars of every length of a chart up to a day. */
export const importedLengths: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table instruments
        drop constraint instruments_finest_resolution,
        add constraint instruments_finest_resolution
          check (finest_resolution in ('1', '5', '15', '30', '60', '120', '180', '240', '1D'))
    `.execute(db);
  },
};
