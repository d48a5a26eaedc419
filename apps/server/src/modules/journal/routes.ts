import {
  AppError,
  type CurrentUser,
  createNote,
  deleteNote,
  listNotes,
  MAX_NOTES,
  type Note,
  saveNote,
} from '@moneytrail/contract';
import type { Db } from '../../db/index.ts';
import { accountOf } from '../../http/check-access.ts';
import type { Router } from '../../http/route.ts';
import type { Catalogue, Instrument } from '../catalogue/index.ts';
import {
  countNotes,
  findNote,
  insertNote,
  lockOwner,
  type NoteData,
  readNotes,
  removeNote,
  replaceText,
} from './note-store.ts';

type Deps = {
  db: Db;
  clock: { now: () => number };
  catalogue: Pick<Catalogue, 'lookUp'>;
};

const CHANGED = 'This note was changed elsewhere since it was loaded. Nothing was overwritten.';

const ownerOf = (user: CurrentUser | null): string => accountOf(user, 'Notes')._id;

/** Throws the same 404 for a missing note and for another account's. */
function missing(): never {
  throw new AppError('NOT_FOUND', 'The note was not found.');
}

/** Creates a note; a repeated key gets the note as it is now. Throws `CONFLICT` at the account's maximum. */
async function create(
  { db, clock }: Deps,
  by: { userId: string; key: string },
  data: NoteData,
): Promise<Note> {
  return await db.transaction().execute(async (trx) => {
    await lockOwner(trx, by.userId);
    const before = await findNote(trx, by);
    if (before) return before;
    if ((await countNotes(trx, by.userId)) >= MAX_NOTES) {
      const most = MAX_NOTES.toLocaleString('en-US');
      throw new AppError('CONFLICT', `You may keep ${most} notes. Delete one to add another.`);
    }
    return insertNote(trx, data, { ...by, nowMs: clock.now() });
  });
}

/**
 * Saves the text of a note as its next revision. The present text changes nothing; otherwise a `baseRevision` that is not
 * the present one throws `RECORD_CHANGED`. Throws 404 for a note that is not the account's.
 */
async function save(
  { db, clock }: Deps,
  by: { userId: string; id: number },
  { baseRevision, text }: { baseRevision: number; text: string },
): Promise<Note> {
  return await db.transaction().execute(async (trx) => {
    await lockOwner(trx, by.userId);
    const present = (await findNote(trx, by)) ?? missing();
    if (present.text === text) return present;
    if (present.revision !== baseRevision) throw new AppError('RECORD_CHANGED', CHANGED);
    return replaceText(trx, by.id, { text, nowMs: clock.now() });
  });
}

/** Notes of accounts. Nobody but their owner reads them. */
export function journalRoutes(router: Router<Instrument>, deps: Deps): void {
  const { db, catalogue } = deps;
  /** The server's own spelling of a known symbol; that of an instrument that is gone stays. */
  const spelled = async (symbol: string) => (await catalogue.lookUp())(symbol)?.ticker ?? symbol;
  router.route(listNotes, async ({ user, query: { symbol, search, before, limit } }) => {
    const userId = ownerOf(user);
    const filter = {
      symbol: symbol === undefined ? null : await spelled(symbol),
      search: search.trim(),
      before: before ?? null,
    };
    // One more tells whether there is a next page.
    const found = await readNotes(db, userId, { ...filter, limit: limit + 1 });
    const notes = found.slice(0, limit);
    return {
      notes,
      next: found.length > limit ? (notes.at(-1)?.id ?? null) : null,
      count: await countNotes(db, userId),
      limit: MAX_NOTES,
    };
  });
  router.route(createNote, async ({ user, body: { key, ...data } }) =>
    create(deps, { userId: ownerOf(user), key }, { ...data, symbol: await spelled(data.symbol) }),
  );
  router.route(saveNote, ({ user, params: { id }, body }) =>
    save(deps, { userId: ownerOf(user), id }, body),
  );
  router.route(deleteNote, async ({ user, params: { id } }) => {
    if (!(await removeNote(db, { userId: ownerOf(user), id }))) missing();
  });
}
