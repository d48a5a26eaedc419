import type { ExchangeName } from '@moneytrail/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/index.ts';

export type LiveDb = Kysely<Database>;

/** Keeps the hash of a ticket until it is used or too old. */
export async function insertTicket(
  db: LiveDb,
  ticket: { hash: string; sessionId: string | null; expiresAtMs: number },
): Promise<void> {
  await db
    .insertInto('stream_tickets')
    .values({ hash: ticket.hash, session_id: ticket.sessionId, expires_at_ms: ticket.expiresAtMs })
    .execute();
}

/** Removes a ticket and answers whose it was; null where there is none that still counts. Only one caller gets it. */
export async function takeTicket(
  db: LiveDb,
  hash: string,
  nowMs: number,
): Promise<{ sessionId: string | null } | null> {
  const taken = await db
    .deleteFrom('stream_tickets')
    .where('hash', '=', hash)
    .where('expires_at_ms', '>', nowMs)
    .returning('session_id')
    .executeTakeFirst();
  return taken ? { sessionId: taken.session_id } : null;
}

export async function deleteStaleTickets(db: LiveDb, nowMs: number): Promise<void> {
  await db.deleteFrom('stream_tickets').where('expires_at_ms', '<=', nowMs).execute();
}

/** The database's clock, so that machines with different clocks agree on who owns what. */
const DATABASE_NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Takes or renews the lease of a feed; false while another owner's lease runs. */
export async function takeLease(
  db: LiveDb,
  lease: { exchange: ExchangeName; owner: string; leaseMs: number },
): Promise<boolean> {
  const expires_at_ms = sql<number>`${DATABASE_NOW_MS} + ${lease.leaseMs}::bigint`;
  const taken = await db
    .insertInto('feed_leases')
    .values({ exchange: lease.exchange, owner: lease.owner, expires_at_ms })
    .onConflict((conflict) =>
      conflict
        .column('exchange')
        .doUpdateSet({ owner: lease.owner, expires_at_ms })
        .where((where) =>
          where.or([
            where('feed_leases.owner', '=', lease.owner),
            where('feed_leases.expires_at_ms', '<', DATABASE_NOW_MS),
          ]),
        ),
    )
    .returning('owner')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives a lease back, so that another process need not wait for its end. */
export async function releaseLease(
  db: LiveDb,
  lease: { exchange: ExchangeName; owner: string },
): Promise<void> {
  await db
    .deleteFrom('feed_leases')
    .where('exchange', '=', lease.exchange)
    .where('owner', '=', lease.owner)
    .execute();
}
