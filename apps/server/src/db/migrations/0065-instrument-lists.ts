import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Lists of instruments are searched by any part of code or description, and simulators have lists of their own. The
 * index is over runs of three letters, made without an extension that an installation might not have.
 */
export const instrumentLists: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create function instrument_trigrams(value text) returns text[]
        language sql immutable strict parallel safe as $$
          select coalesce(array_agg(distinct substr(lower(value), place, 3)), '{}'::text[])
          from generate_series(1, length(value) - 2) as place
        $$
    `.execute(db);
    await sql`
      create index instruments_by_text on instruments
        using gin (instrument_trigrams(code || ' ' || description)) where not is_enabled
    `.execute(db);
    await sql`
      alter table instruments add column is_simulated boolean not null default false
    `.execute(db);
    await sql`
      alter table instrument_syncs
        add column is_simulated boolean not null default false,
        drop constraint instrument_syncs_pkey,
        add constraint instrument_syncs_key primary key (exchange, is_simulated)
    `.execute(db);
    await sql`alter table instrument_syncs alter column is_simulated drop default`.execute(db);
  },
};
