import type { KeyScope } from '@moneytrail/contract';
import type { Selectable } from 'kysely';
import type { Database, Db, Reader, Trx } from '../../../db/index.ts';

export type KeyRow = Selectable<Database['api_keys']>;
export type SecretRow = Pick<
  Selectable<Database['api_key_secrets']>,
  'key_id' | 'beginning' | 'made_at_ms' | 'ends_at_ms'
>;

/** Scopes and networks are stored as one text. */
export const listOf = (text: string): string[] => text.split(' ').filter((part) => part !== '');
export const scopesOf = ({ scopes }: Pick<KeyRow, 'scopes'>) => listOf(scopes) as KeyScope[];

export const isInForce = ({ ends_at_ms }: Pick<KeyRow, 'ends_at_ms'>, nowMs: number): boolean =>
  ends_at_ms === null || nowMs < ends_at_ms;

/** An account's keys, newest first. */
export function listKeys(db: Reader, userId: string): Promise<KeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at_ms', 'desc')
    .orderBy('id')
    .execute();
}

/** The secrets of keys, newest first. */
export async function listSecrets(db: Reader, keyIds: readonly string[]): Promise<SecretRow[]> {
  if (keyIds.length === 0) return [];
  return db
    .selectFrom('api_key_secrets')
    .select(['key_id', 'beginning', 'made_at_ms', 'ends_at_ms'])
    .where('key_id', 'in', keyIds)
    .orderBy('made_at_ms', 'desc')
    .execute();
}

export async function findKey(db: Reader, id: string): Promise<KeyRow | null> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The keys of secrets that are valid at `nowMs`. */
export function findKeysBySecrets(
  db: Reader,
  hashes: readonly Buffer[],
  nowMs: number,
): Promise<(KeyRow & { hash: Buffer })[]> {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('api_key_secrets as s', 's.key_id', 'k.id')
    .selectAll('k')
    .select('s.hash')
    .where('s.hash', 'in', hashes)
    .where((is) => is.or([is('s.ends_at_ms', 'is', null), is('s.ends_at_ms', '>', nowMs)]))
    .execute();
}

export async function insertKey(trx: Trx, row: KeyRow): Promise<void> {
  await trx.insertInto('api_keys').values(row).execute();
}

export async function insertSecret(
  trx: Trx,
  row: { keyId: string; hash: Buffer; beginning: string; nowMs: number },
): Promise<void> {
  await trx
    .insertInto('api_key_secrets')
    .values({
      key_id: row.keyId,
      hash: row.hash,
      beginning: row.beginning,
      made_at_ms: row.nowMs,
      ends_at_ms: null,
    })
    .execute();
}

/** The newest secret of a key ends at `endsMs`; one that a rotation replaced before ends at once. */
export async function endSecrets(trx: Trx, keyId: string, endsMs: number): Promise<void> {
  await trx
    .deleteFrom('api_key_secrets')
    .where('key_id', '=', keyId)
    .where('ends_at_ms', 'is not', null)
    .execute();
  await trx
    .updateTable('api_key_secrets')
    .set({ ends_at_ms: endsMs })
    .where('key_id', '=', keyId)
    .execute();
}

/** Answers whether there was such a key. */
export async function deleteKey(trx: Trx, key: Pick<KeyRow, 'id' | 'user_id'>): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('api_keys')
    .where('id', '=', key.id)
    .where('user_id', '=', key.user_id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Ends the keys of an account that is revoked or deleted: restoring it does not bring a leaked key back. */
export async function deleteKeysOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('api_keys').where('user_id', '=', userId).execute();
}

export async function noteKeyUse(db: Db, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at_ms: nowMs })
    .where('id', '=', id)
    .where((is) => is.or([is('last_used_at_ms', 'is', null), is('last_used_at_ms', '<', nowMs)]))
    .execute();
}
