import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The tables whose rows belong to a series, and what else is in their keys. */
const PARTS = {
  bar_chunks: 'instrument_id, resolution, is_simulated, chunk_start',
  quarantined_bars: 'instrument_id, resolution, is_simulated, time',
  bar_imports: 'instrument_id, resolution, is_simulated, from_ms, to_ms',
  bar_checks: 'night_ms, instrument_id, resolution, is_simulated, day_ms',
};

/** Series of instruments that were never in the catalogue cannot be read by anybody. */
async function removeStrays(db: Kysely<unknown>, table: string): Promise<void> {
  const known = sql`select id from instruments`;
  await sql`delete from ${sql.table(table)} where instrument_id not in (${known})`.execute(db);
}

async function keyBySource(db: Kysely<unknown>, table: string, key: string): Promise<void> {
  const name = sql.table(table);
  await removeStrays(db, table);
  await sql`alter table ${name} add column is_simulated boolean not null default false`.execute(db);
  await sql`insert into bar_series (instrument_id, resolution, is_simulated)
    select distinct instrument_id, resolution, false from ${name} part where not exists
      (select 1 from bar_series as series where series.instrument_id = part.instrument_id
        and series.resolution = part.resolution)`.execute(db);
  await sql`update ${name} as part set is_simulated = series.is_simulated from bar_series as series
    where series.instrument_id = part.instrument_id and series.resolution = part.resolution
      and series.is_simulated`.execute(db);
  await sql`alter table ${name} alter column is_simulated drop default,
    drop constraint ${sql.raw(`${table}_key`)},
    add constraint ${sql.raw(`${table}_key`)} primary key (${sql.raw(key)}),
    add constraint ${sql.raw(`${table}_series`)}
      foreign key (instrument_id, resolution, is_simulated) references bar_series`.execute(db);
}

/**
 * Bars of a simulator and of the vendor are two series, each with its chunks, quarantine, imports and comparisons.
 * Bars that no feed had claimed came from an operator's file and are real.
 */
export const barSources: Migration = {
  async up(db: Kysely<unknown>) {
    await removeStrays(db, 'bar_series');
    await sql`update bar_series set is_simulated = false where is_simulated is null`.execute(db);
    await sql`alter table bar_series alter column is_simulated set not null,
      drop constraint bar_series_key,
      add constraint bar_series_key primary key (instrument_id, resolution, is_simulated),
      add constraint bar_series_instrument foreign key (instrument_id) references instruments (id),
      add constraint bar_series_resolution
        check (resolution in ('1', '15', '60', '1D'))`.execute(db);
    for (const [table, key] of Object.entries(PARTS)) await keyBySource(db, table, key);
    await sql`alter table bar_checks add constraint bar_checks_outcome
      check (outcome in ('open', 'same', 'corrected', 'unclear'))`.execute(db);
    await sql`alter table bar_chunks add constraint bar_chunks_bar_count
      check (bar_count >= 0)`.execute(db);
  },
};
