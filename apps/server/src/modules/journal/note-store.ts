import type { Note } from '@moneytrail/contract';
import { type Selectable, sql } from 'kysely';
import { type Db, lockByName, type Reader, type Trx } from '../../db/index.ts';
import type { JournalNotesTable } from '../../db/journal-tables.ts';

/** The parts of a note that its owner gives. */
export type NoteData = Pick<Note, 'symbol' | 'resolution' | 'barMs' | 'drawing' | 'text'>;

type By = { userId: string } & ({ id: number } | { key: string });

function present(row: Selectable<JournalNotesTable>): Note {
  return {
    id: row.id,
    symbol: row.symbol,
    resolution: row.resolution,
    barMs: row.bar_ms,
    drawing: row.drawing,
    text: row.text,
    revision: row.revision,
    createdAtMs: row.created_at_ms,
    changedAtMs: row.changed_at_ms,
  };
}

/** Serialises the changes of one account's notes, so that limit and revisions hold under concurrent requests. */
export async function lockOwner(trx: Trx, userId: string): Promise<void> {
  await lockByName(trx, `notes ${userId}`);
}

type Filter = { symbol: string | null; search: string; before: number | null; limit: number };

/**
 * A page of an account's notes, newest first. `position` finds a text in the longest notes some ten times faster than a
 * pattern does, which compares anew from every character.
 */
export async function readNotes(
  db: Reader,
  userId: string,
  { symbol, search, before, limit }: Filter,
): Promise<Note[]> {
  let query = db.selectFrom('journal_notes').selectAll().where('user_id', '=', userId);
  if (symbol !== null) query = query.where('symbol', '=', symbol);
  if (before !== null) query = query.where('id', '<', before);
  if (search !== '') {
    const holds = (column: 'text' | 'symbol') =>
      sql<boolean>`position(lower(${search}::text) in lower(${sql.ref(column)})) > 0`;
    query = query.where((where) => where.or([holds('text'), holds('symbol')]));
  }
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(present);
}

export async function countNotes(db: Reader, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('journal_notes')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findNote(db: Reader, by: By): Promise<Note | null> {
  const query = db.selectFrom('journal_notes').selectAll().where('user_id', '=', by.userId);
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('create_key', '=', by.key)
  ).executeTakeFirst();
  return row ? present(row) : null;
}

/** Inserts a note at revision 1. */
export async function insertNote(
  trx: Trx,
  data: NoteData,
  row: { userId: string; key: string; nowMs: number },
): Promise<Note> {
  const inserted = await trx
    .insertInto('journal_notes')
    .values({
      user_id: row.userId,
      create_key: row.key,
      symbol: data.symbol,
      resolution: data.resolution,
      bar_ms: data.barMs,
      drawing: data.drawing,
      text: data.text,
      revision: 1,
      created_at_ms: row.nowMs,
      changed_at_ms: row.nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(inserted);
}

/** Replaces the text of a note as its next revision. */
export async function replaceText(
  trx: Trx,
  id: number,
  { text, nowMs }: { text: string; nowMs: number },
): Promise<Note> {
  const row = await trx
    .updateTable('journal_notes')
    .set({ text, changed_at_ms: nowMs, revision: sql`revision + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(row);
}

/** False if there was nothing to remove. */
export async function removeNote(
  db: Db,
  { userId, id }: { userId: string; id: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('journal_notes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
