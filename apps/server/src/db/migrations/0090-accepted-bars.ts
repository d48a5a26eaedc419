import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Bars taken out of quarantine on evidence, with the bar that each replaced, so that the decision can be undone. */
export const acceptedBars: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('quarantined_bars').addColumn('decided_at_ms', 'bigint').execute();
    await sql`create table accepted_bars (
      instrument_id integer not null,
      resolution text not null,
      is_simulated boolean not null,
      time bigint not null,
      open double precision not null,
      high double precision not null,
      low double precision not null,
      close double precision not null,
      volume double precision,
      reason text not null,
      decided_at_ms bigint not null,
      replaced text,
      constraint accepted_bars_key primary key (instrument_id, resolution, is_simulated, time),
      constraint accepted_bars_series
        foreign key (instrument_id, resolution, is_simulated) references bar_series
    )`.execute(db);
  },
};
