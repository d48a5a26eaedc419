import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { AccountServices } from './account-services.ts';

/** Small enough for the embedded database, which blocks in the meantime. */
const AT_ONCE = 1_000;

/**
 * Compares every account's stored end of payment with the one computed from its payments. The database keeps them in
 * step: a difference is logged as an error and repaired.
 */
export async function checkPayments(
  { db, log }: Pick<AccountServices, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let afterId: string | null = '';
  while (afterId !== null) {
    signal.throwIfAborted();
    const { differing, lastId } = await findDifferences(db, afterId, AT_ONCE);
    if (differing.length > 0) {
      log.error({ users: differing }, 'THE ENDS OF PAYMENTS WERE NOT WHAT PAYMENTS SAY');
      await renewPayments(db, differing);
    }
    afterId = lastId;
  }
}

async function findDifferences(
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

/** Makes the database recompute the ends of payments. */
async function renewPayments(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update users set access_ends_ms = null where id in (${sql.join(ids)})`.execute(db);
}
