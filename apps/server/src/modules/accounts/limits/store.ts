import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/index.ts';

const EMPTY = '';

/**
 * Locks the rows of some limits until the transaction ends and answers what they hold, in the order of the keys;
 * empty where nothing is remembered. Rows are taken in one order, so that two callers never wait for each other.
 */
export async function lockLimits(
  trx: Transaction<Database>,
  keys: readonly string[],
): Promise<string[]> {
  const sorted = [...new Set(keys)].sort();
  await trx
    .insertInto('limits')
    .values(sorted.map((key) => ({ key, state: EMPTY, expires_ms: 0 })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const rows = await trx
    .selectFrom('limits')
    .select(['key', 'state'])
    .where('key', 'in', sorted)
    .orderBy('key')
    .forUpdate()
    .execute();
  const states = new Map(rows.map(({ key, state }) => [key, state]));
  return keys.map((key) => states.get(key) ?? EMPTY);
}

export async function saveLimit(
  trx: Transaction<Database>,
  key: string,
  state: string,
  expiresMs: number,
): Promise<void> {
  await trx
    .updateTable('limits')
    .set({ state, expires_ms: expiresMs })
    .where('key', '=', key)
    .execute();
}

/** Removes what limits remembered until before a moment. */
export async function removeStaleLimits(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('limits').where('expires_ms', '<', beforeMs).execute();
  await db.deleteFrom('stream_slots').where('expires_at_ms', '<', beforeMs).execute();
}

const ROWS_A_STATEMENT = 1_000;

/** Takes a slot for one more stream of a holder; false where it has `max` that have not expired. */
export async function insertStreamSlot(
  db: Db,
  slot: { id: string; holder: string; expiresAtMs: number },
  { max, nowMs }: { max: number; nowMs: number },
): Promise<boolean> {
  const { id, holder, expiresAtMs } = slot;
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${holder}, 0))`.execute(trx);
    await trx
      .deleteFrom('stream_slots')
      .where('holder', '=', holder)
      .where('expires_at_ms', '<=', nowMs)
      .execute();
    const held = await trx
      .selectFrom('stream_slots')
      .select('id')
      .where('holder', '=', holder)
      .limit(max)
      .execute();
    if (held.length >= max) return false;
    const row = { id, holder, expires_at_ms: expiresAtMs };
    await trx.insertInto('stream_slots').values(row).execute();
    return true;
  });
}

/** Prolongs slots, by their ids with their holders; one that expired meanwhile is taken again. */
export async function keepStreamSlots(
  db: Db,
  slots: ReadonlyMap<string, string>,
  expiresAtMs: number,
): Promise<void> {
  const rows = [...slots].map(([id, holder]) => ({ id, holder, expires_at_ms: expiresAtMs }));
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    await db
      .insertInto('stream_slots')
      .values(rows.slice(from, from + ROWS_A_STATEMENT))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at_ms: expiresAtMs }))
      .execute();
  }
}

export async function deleteStreamSlots(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_A_STATEMENT) {
    const some = ids.slice(from, from + ROWS_A_STATEMENT);
    await db.deleteFrom('stream_slots').where('id', 'in', some).execute();
  }
}
