import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Vendors' limits and breakers, shared by all processes. */
export const feedAdmission: Migration = {
  async up(db: Kysely<unknown>) {
    const exchange = sql`exchange in ('BVG', 'FMP', 'Bitfinex', 'Tiingo')`;
    await db.schema
      .createTable('vendor_tokens')
      .addColumn('exchange', 'text', (column) => column.notNull())
      .addColumn('limit_name', 'text', (column) => column.notNull())
      .addColumn('slot', 'integer', (column) => column.notNull())
      .addColumn('free_at_ms', 'double precision', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('vendor_tokens_key', ['exchange', 'limit_name', 'slot'])
      .addCheckConstraint('vendor_tokens_exchange', exchange)
      .execute();
    // Rows are updated in place all day: room on the page spares a vacuum, which the embedded database never runs.
    await sql`alter table vendor_tokens set (fillfactor = 50)`.execute(db);
    await db.schema
      .createTable('feed_breakers')
      .addColumn('exchange', 'text', (column) => column.primaryKey())
      .addColumn('recent', sql`double precision[]`, (column) => column.notNull().defaultTo('{}'))
      .addColumn('open_until_ms', 'double precision')
      .addColumn('probe_until_ms', 'double precision')
      .addColumn('rest_until_ms', 'double precision', (column) => column.notNull().defaultTo(0))
      .addCheckConstraint('feed_breakers_exchange', exchange)
      .execute();
    await sql`
      insert into feed_breakers (exchange) values ('BVG'), ('FMP'), ('Bitfinex'), ('Tiingo')
    `.execute(db);
  },
};
