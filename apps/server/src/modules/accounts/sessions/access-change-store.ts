import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';

/** Every transaction before this one has been committed or given up. */
export async function readOldestOpenTransaction(db: Db): Promise<number> {
  const { rows } = await sql<{ tx: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx`.execute(db);
  return rows[0]?.tx ?? 0;
}

/** Changes that were written by a transaction or a later one. */
export async function readAccessChanges(
  db: Db,
  fromTx: number,
): Promise<{ seq: number; user_id: string; tx: number }[]> {
  return db
    .selectFrom('access_changes')
    .select(['seq', 'user_id', 'tx'])
    .where('tx', '>=', fromTx)
    .orderBy('seq')
    .execute();
}

/** Removes what every process has read long ago. */
export async function removeStaleAccessChanges(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('access_changes').where('at_ms', '<', beforeMs).execute();
}
