import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';

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
export async function removeStaleLimits(db: Kysely<Database>, beforeMs: number): Promise<void> {
  await db.deleteFrom('limits').where('expires_ms', '<', beforeMs).execute();
}
