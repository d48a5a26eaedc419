import type { FeedExchange } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';

const LEASE_MS = 30_000;

/**
 * The statement by which a process of the release before groups takes or renews the lease of a whole feed; answers its
 * token, or null while another owner's lease runs.
 */
export async function takeWholeFeed(
  db: Db,
  { exchange, owner }: { exchange: FeedExchange; owner: string },
): Promise<number | null> {
  const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const expires_at_ms = sql<number>`${nowMs} + ${LEASE_MS}::bigint`;
  const hasEnded = sql<boolean>`feed_leases.expires_at_ms < ${nowMs}`;
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
