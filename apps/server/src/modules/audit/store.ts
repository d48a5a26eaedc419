import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { StoredEntry } from './entry-hash.ts';

/** Names the chain among the database's advisory locks. */
const CHAIN_LOCK = 5_501;

/** Waits until no other transaction adds to the chain, and answers its end; null where it is empty. */
export async function lockChainEnd(
  trx: Transaction<Database>,
): Promise<Pick<StoredEntry, 'seq' | 'hash'> | null> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK}::bigint)`.execute(trx);
  const end = await trx
    .selectFrom('audit_entries')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return end ?? null;
}

export async function insertEntry(trx: Transaction<Database>, entry: StoredEntry): Promise<void> {
  await trx.insertInto('audit_entries').values(entry).execute();
}

/** Entries after a sequence number, oldest first. */
export async function readEntriesAfter(
  db: Kysely<Database>,
  seq: number,
  limit: number,
): Promise<StoredEntry[]> {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Removes entries older than the 24 months they are kept, by the clock of the database that guards them. */
export async function removeAgedEntries(db: Kysely<Database>): Promise<void> {
  const edgeMs = sql<number>`extract(epoch from now() - interval '24 months') * 1000`;
  await db.deleteFrom('audit_entries').where('at_ms', '<', edgeMs).execute();
}
