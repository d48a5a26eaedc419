import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Instruments come from the vendors' lists; rows may refer only to existing instruments. */
export const instrumentSyncs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table instruments
        add column vanished_at_ms bigint,
        add constraint instruments_exchange_known
          check (exchange in ('BVG', 'FMP', 'Bitfinex', 'Tiingo')),
        add constraint instruments_type_known check (type in
          ('crypto', 'forex', 'stock', 'index', 'commodity', 'futures', 'spread', 'split'))
    `.execute(db);
    // Vendors list tens of thousands, of which a few are enabled: those are read all the time.
    await sql`create index instruments_enabled on instruments (exchange, id) where is_enabled`.execute(
      db,
    );
    await db.schema
      .createTable('instrument_syncs')
      .addColumn('exchange', 'text', (column) => column.primaryKey())
      .addColumn('synced_at_ms', 'bigint', (column) => column.notNull())
      .addCheckConstraint(
        'instrument_syncs_exchange',
        sql`exchange in ('BVG', 'FMP', 'Bitfinex', 'Tiingo')`,
      )
      .execute();
    await sql`
      alter table marks
        add constraint marks_instrument foreign key (instrument_id) references instruments (id),
        add constraint marks_side check (side in ('buy', 'sell'))
    `.execute(db);
    for (const table of ['mark_ranges', 'mark_notes']) {
      await sql`
        alter table ${sql.table(table)}
          add constraint ${sql.ref(`${table}_instrument`)}
          foreign key (instrument_id) references instruments (id)
      `.execute(db);
    }
  },
};
