import type { listAudit, RequestOf } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Database, Db, Reader, Trx } from '../../db/index.ts';
import type { StoredEntry, StoredHead } from './entry.ts';

const ENTRY_COLUMNS = [
  'seq',
  'at_ms',
  'actor_id',
  'subject_id',
  'action',
  'before',
  'after',
  'reason',
  'address',
  'device_id',
  'request_id',
  'previous_hash',
  'is_keyed',
  'hash',
] as const satisfies readonly (keyof Database['audit_entries'])[];
const HEAD_ID = 1;

export type AuditQuestion = RequestOf<typeof listAudit>['query'];
export type Head = Omit<StoredHead, 'id'>;
export type ChainEnd = Pick<StoredEntry, 'seq' | 'hash' | 'is_keyed'>;

/** Null before the first keyed entry. `for update` makes every other writer wait. */
export async function findHead(db: Reader, lock?: 'for update'): Promise<Head | null> {
  const query = db
    .selectFrom('audit_head')
    .select(['first_seq', 'last_seq', 'last_hash', 'disputed_seq', 'mac'])
    .where('id', '=', HEAD_ID);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

/** Inserts the head if there is none; of several concurrent calls one inserts it and the others wait. */
export async function insertHead(trx: Trx, head: Head): Promise<void> {
  await trx
    .insertInto('audit_head')
    .values({ id: HEAD_ID, ...head })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function saveHead(trx: Trx, head: Head): Promise<void> {
  await trx.updateTable('audit_head').set(head).where('id', '=', HEAD_ID).execute();
}

export async function insertEntry(trx: Trx, entry: StoredEntry): Promise<void> {
  await trx.insertInto('audit_entries').values(entry).execute();
}

/** The newest entry; null if there is none. */
export async function findChainEnd(db: Reader): Promise<ChainEnd | null> {
  const end = await db
    .selectFrom('audit_entries')
    .select(['seq', 'hash', 'is_keyed'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return end ?? null;
}

/** The sequence number of the oldest entry; null if there is none. */
export async function findFirstSeq(db: Reader): Promise<number | null> {
  const first = await db
    .selectFrom('audit_entries')
    .select('seq')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return first?.seq ?? null;
}

export async function readEntriesAfter(
  db: Reader,
  seq: number,
  limit: number,
): Promise<StoredEntry[]> {
  return db
    .selectFrom('audit_entries')
    .select(ENTRY_COLUMNS)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

const PEOPLE = ['actor_id', 'subject_id'] as const;
export type NamedEntry = StoredEntry & { actor_name: string | null; subject_name: string | null };

/** Matching entries before `beforeSeq`, newest first; absent filters match everything. */
export async function listEntries(
  db: Reader,
  { actorId, subjectId, action, instrument, from, to }: AuditQuestion,
  beforeSeq: number | null,
  limit: number,
): Promise<NamedEntry[]> {
  let query = db
    .selectFrom('audit_entries')
    .leftJoin('users as actor', 'actor.id', 'audit_entries.actor_id')
    .leftJoin('users as subject', 'subject.id', 'audit_entries.subject_id')
    .select(ENTRY_COLUMNS.map((column) => `audit_entries.${column}` as const))
    .select(['actor.username as actor_name', 'subject.username as subject_name']);
  for (const [index, who] of [actorId, subjectId].entries()) {
    const column = PEOPLE[index];
    if (who === undefined || !column) continue;
    query = query.where((row) =>
      row.or([
        row(column, '=', who),
        row(
          column,
          'in',
          row
            .selectFrom('users')
            .select('id')
            .where(
              sql<boolean>`position(lower(${who.trim()}) in
                lower(username || ' ' || first_name || ' ' || last_name)) > 0`,
            ),
        ),
      ]),
    );
  }
  if (action !== undefined) {
    const words = action
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim();
    query = query.where(
      sql<boolean>`position(${words} in translate(lower(action), '.-', '  ')) > 0`,
    );
  }
  if (instrument !== undefined) {
    // The texts are not cast to JSON: PostgreSQL refuses those with an escaped NUL or half a character.
    const named = sql`substring(coalesce("before", '') || coalesce("after", '') from ${NAMED_INSTRUMENT})`;
    query = query.where(sql<boolean>`position(lower(${instrument.trim()}) in lower(${named})) > 0`);
  }
  if (from !== undefined) query = query.where('at_ms', '>=', Date.parse(from));
  if (to !== undefined) query = query.where('at_ms', '<=', Date.parse(to));
  if (beforeSeq !== null) query = query.where('seq', '<', beforeSeq);
  return query.orderBy('seq', 'desc').limit(limit).execute();
}

/** A ticker holds neither quotes nor backslashes. */
const NAMED_INSTRUMENT = '"instrument":"([^"\\\\]*)"';

/** Removes entries older than 24 months, by the clock of the database, whose trigger refuses earlier deletion. */
export async function deleteAgedEntries(trx: Trx): Promise<void> {
  const edgeMs = sql<number>`extract(epoch from now() - interval '24 months') * 1000`;
  await trx.deleteFrom('audit_entries').where('at_ms', '<', edgeMs).execute();
}

const CHECK_ID = 1;
export type StoredCheck = Omit<Database['audit_checks'], 'id'>;

/** Stores the result of a check, replacing the previous one. */
export async function saveCheck(db: Db, check: StoredCheck): Promise<void> {
  await db
    .insertInto('audit_checks')
    .values({ id: CHECK_ID, ...check })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(check))
    .execute();
}

export async function findCheck(db: Reader): Promise<StoredCheck | null> {
  const check = await db
    .selectFrom('audit_checks')
    .select(['checked_at_ms', 'checked_entries', 'damages'])
    .executeTakeFirst();
  return check ?? null;
}
