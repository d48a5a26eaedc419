import type { SavedScreen } from '@moneytrail/contract';
import { type Selectable, sql } from 'kysely';
import { lockByName, type Reader, type Trx } from '../../db/index.ts';
import type { ScreensTable } from '../../db/screen-tables.ts';

/** The parts of a screen that its owner gives. */
export type ScreenData = Pick<SavedScreen, 'name' | 'question' | 'columns'>;

type By = { userId: string } & ({ id: number } | { key: string });

function present(row: Selectable<ScreensTable>): SavedScreen {
  const { id, name, revision } = row;
  // Only `written` writes definitions.
  const { question, columns } = JSON.parse(row.definition) as Omit<ScreenData, 'name'>;
  return { id, name, question, columns, revision, changedAtMs: row.changed_at_ms };
}

const written = ({ name, question, columns }: ScreenData) => ({
  name,
  definition: JSON.stringify({ question, columns }),
});

/** Serialises the changes of one account's screens, so that limit and revisions hold under concurrent requests. */
export async function lockOwner(trx: Trx, userId: string): Promise<void> {
  await lockByName(trx, `screens ${userId}`);
}

/** All screens of an account, by name, then in the order of creation. */
export async function readScreens(db: Reader, userId: string): Promise<SavedScreen[]> {
  const rows = await db.selectFrom('screens').selectAll().where('user_id', '=', userId).execute();
  const byName = new Intl.Collator('en', { numeric: true });
  return rows.map(present).sort((a, b) => byName.compare(a.name, b.name) || a.id - b.id);
}

/** The ids of an account's screens. */
export async function findScreenIds(db: Reader, userId: string): Promise<Set<number>> {
  const rows = await db.selectFrom('screens').select('id').where('user_id', '=', userId).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Saved screens by their ids, of whatever account; those that are gone are left out. */
export async function findScreensById(
  db: Reader,
  ids: readonly number[],
): Promise<Map<number, SavedScreen>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('screens').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, present(row)]));
}

export async function findScreen(db: Reader, by: By): Promise<SavedScreen | null> {
  const query = db.selectFrom('screens').selectAll().where('user_id', '=', by.userId);
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('create_key', '=', by.key)
  ).executeTakeFirst();
  return row ? present(row) : null;
}

/** Inserts a screen at revision 1. */
export async function insertScreen(
  trx: Trx,
  data: ScreenData,
  row: { userId: string; key: string; nowMs: number },
): Promise<SavedScreen> {
  const inserted = await trx
    .insertInto('screens')
    .values({
      user_id: row.userId,
      create_key: row.key,
      ...written(data),
      revision: 1,
      changed_at_ms: row.nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(inserted);
}

/** Replaces a screen as its next revision. */
export async function replaceScreen(
  trx: Trx,
  id: number,
  { data, nowMs }: { data: ScreenData; nowMs: number },
): Promise<SavedScreen> {
  const row = await trx
    .updateTable('screens')
    .set({ ...written(data), changed_at_ms: nowMs, revision: sql`revision + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(row);
}

/** False if there was nothing to remove. */
export async function removeScreen(
  trx: Trx,
  { userId, id }: { userId: string; id: number },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('screens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
