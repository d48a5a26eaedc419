import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';

/** Of a batch of accounts after an id, those whose end of payment is not what it is computed to be, and the last id. */
export async function findDifferences(
  db: Db,
  afterId: string,
  most: number,
): Promise<{ differing: string[]; lastId: string | null }> {
  const { rows } = await sql<{ differing: string[] | null; last_id: string | null }>`
    with batch as (select users as account, id, access_ends_ms, paid_day from users where id > ${afterId} order by id limit ${sql.lit(most)})
    select max(id) as last_id,
      array_agg(id) filter (where (access_ends_ms, paid_day)
        is distinct from (computed.ends_ms, computed.last_day)) as differing
    from batch, lateral payment_of(batch.account) as computed`.execute(db);
  const [found] = rows;
  return { differing: found?.differing ?? [], lastId: found?.last_id ?? null };
}

/** Lets the database compute the ends of payments anew. */
export async function renewPayments(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update users set access_ends_ms = null where id in (${sql.join(ids)})`.execute(db);
}
