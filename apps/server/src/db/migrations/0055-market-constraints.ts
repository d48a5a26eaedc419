import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type AllowedValues, allowOnly } from './allow-only.ts';

const EXCHANGES = ['BVG', 'FMP', 'Bitfinex', 'Tiingo'];
const RESOLUTIONS = ['1', '5', '15', '30', '60', '120', '180', '240', '1D', '1W', '1M'];
const MARKET_HOURS =
  'crypto forex metals us-stocks safex xams xasx xbru xcse xdub xetr xhel xhkg xjse xkrx xlis xlon xmad xmil xnse xnze xosl xpar xses xshg xsto xswx xtai xtks xtse xwar xwbo';

const CHECKS: readonly AllowedValues[] = [
  ['feed_leases', 'exchange', EXCHANGES],
  ['instruments', 'market_hours', MARKET_HOURS.split(' ')],
  ['marks', 'resolution', RESOLUTIONS],
  ['mark_ranges', 'resolution', RESOLUTIONS],
];

/** Constraints of market columns; a ticket references an existing session and is deleted with it. */
export const marketConstraints: Migration = {
  async up(db: Kysely<unknown>) {
    await allowOnly(db, CHECKS);
    await sql`delete from stream_tickets
      where session_id is not null and session_id not in (select id from sessions)`.execute(db);
    await db.schema
      .alterTable('stream_tickets')
      .addForeignKeyConstraint('stream_tickets_session', ['session_id'], 'sessions', ['id'])
      .onDelete('cascade')
      .execute();
    await db.schema
      .createIndex('stream_tickets_by_session')
      .on('stream_tickets')
      .column('session_id')
      .execute();
  },
};
