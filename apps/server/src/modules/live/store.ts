import type { ExchangeName } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** Keeps the hash of a ticket until it is used or too old. */
export async function insertTicket(
  db: Db,
  ticket: { hash: string; sessionId: string | null; expiresAtMs: number },
): Promise<void> {
  await db
    .insertInto('stream_tickets')
    .values({ hash: ticket.hash, session_id: ticket.sessionId, expires_at_ms: ticket.expiresAtMs })
    .execute();
}

/** Removes a ticket and answers whose it was; null where there is none that still counts. Only one caller gets it. */
export async function takeTicket(
  db: Db,
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

export async function deleteStaleTickets(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('stream_tickets').where('expires_at_ms', '<=', nowMs).execute();
}

/** The database's clock, so that machines with different clocks agree on who owns what. */
const DATABASE_NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Takes or renews the lease of a feed and answers its fencing token; null while another owner's lease runs. The token
 * grows whenever the owner changes or the lease had ended.
 */
export async function takeLease(
  db: Db,
  lease: { exchange: ExchangeName; owner: string; leaseMs: number },
): Promise<number | null> {
  const { exchange, owner } = lease;
  const expires_at_ms = sql<number>`${DATABASE_NOW_MS} + ${lease.leaseMs}::bigint`;
  const hasEnded = sql<boolean>`feed_leases.expires_at_ms < ${DATABASE_NOW_MS}`;
  const taken = await db
    .insertInto('feed_leases')
    .values({ exchange, owner, expires_at_ms, token: 1 })
    .onConflict((conflict) =>
      conflict
        .column('exchange')
        .doUpdateSet({
          owner,
          expires_at_ms,
          token: sql`feed_leases.token + case when ${hasEnded} then 1 else 0 end`,
        })
        .where((where) => where.or([where('feed_leases.owner', '=', owner), hasEnded])),
    )
    .returning('token')
    .executeTakeFirst();
  return taken?.token ?? null;
}

/** Ends a lease, so that another process need not wait for it; the row keeps its token. */
export async function releaseLease(
  db: Db,
  lease: { exchange: ExchangeName; token: number },
): Promise<void> {
  await db
    .updateTable('feed_leases')
    .set({ expires_at_ms: 0 })
    .where('exchange', '=', lease.exchange)
    .where('token', '=', lease.token)
    .execute();
}

/** Whether no later owner has taken a feed. */
export async function isNewestLease(
  trx: Db,
  lease: { exchange: ExchangeName; token: number },
): Promise<boolean> {
  const held = await trx
    .selectFrom('feed_leases')
    .select('token')
    .where('exchange', '=', lease.exchange)
    .executeTakeFirst();
  return held?.token === lease.token;
}
