import { isDeepStrictEqual } from 'node:util';
import { findStudyFigure } from '@moneytrail/alerts';
import {
  AppError,
  type CurrentUser,
  createScreen,
  deleteScreen,
  isStudyFigure,
  listScreens,
  MAX_SCREENS,
  type SavedScreen,
  type StudyFigure,
  saveScreen,
  studyFiguresOf,
  studyOf,
} from '@moneytrail/contract';
import type { Db, Trx } from '../../db/index.ts';
import { accountOf } from '../../http/check-access.ts';
import type { Router } from '../../http/route.ts';
import type { StudyFiguresOfScreens } from '../snapshots/index.ts';
import {
  findScreen,
  insertScreen,
  lockOwner,
  readScreens,
  removeScreen,
  replaceScreen,
  type ScreenData,
} from './screen-store.ts';

/**
 * Follows what becomes of screens: it is called in the transaction of a change. The result announces what has changed, once
 * that is committed.
 */
export type ScreenFollower = {
  deleted: (trx: Trx, userId: string, screenId: number) => Promise<() => void>;
  /** A new screen takes the place of one that is gone. */
  replaced: (
    trx: Trx,
    userId: string,
    screens: { goneId: number; screenId: number },
  ) => Promise<() => void>;
};

export type SavedScreenDeps = {
  db: Db;
  /** Has studies of screens computed. */
  studyFigures: Pick<StudyFiguresOfScreens, 'ask'>;
  clock: { now: () => number };
  screenFollower: ScreenFollower;
};

const CHANGED = 'This screen was changed elsewhere since it was loaded. Nothing was overwritten.';

const ownerOf = (user: CurrentUser | null): string => accountOf(user, 'Screens')._id;

/** Throws `BAD_REQUEST` for the first figure that the catalogue of studies does not have. */
export function checkFigures(figures: readonly StudyFigure[]): void {
  const unknown = figures.find((figure) => !findStudyFigure(figure));
  if (unknown !== undefined) throw new AppError('BAD_REQUEST', `There is no figure ${unknown}.`);
}

/** Alerts on the screen will need its studies. Throws `CONFLICT` if that is more than the account may ask for. */
async function askFor(
  { studyFigures }: Pick<SavedScreenDeps, 'studyFigures'>,
  { question, columns }: ScreenData,
  userId: string,
): Promise<void> {
  const ofQuestion = studyFiguresOf(question);
  checkFigures([...ofQuestion.map(({ figure }) => figure), ...columns.filter(isStudyFigure)]);
  const asked = ofQuestion.map(({ figure, resolution }) => ({
    study: studyOf(figure),
    resolution,
  }));
  await studyFigures.ask(asked, { userId });
}

/** Throws the same 404 for a missing screen and for another account's. */
function missing(): never {
  throw new AppError('NOT_FOUND', 'The screen was not found.');
}

/**
 * Creates a screen; a repeated key gets the screen as it is now. Throws `CONFLICT` at a maximum of the account. `replaces` is the
 * id of a screen whose place it takes, which means nothing while that screen exists.
 */
async function create(
  { db, clock, screenFollower, studyFigures }: SavedScreenDeps,
  { replaces, ...by }: { userId: string; key: string; replaces: number | undefined },
  data: ScreenData,
): Promise<SavedScreen> {
  await askFor({ studyFigures }, data, by.userId);
  const { made, announce } = await db.transaction().execute(async (trx) => {
    await lockOwner(trx, by.userId);
    const before = await findScreen(trx, by);
    if (before) return { made: before, announce: () => {} };
    if ((await readScreens(trx, by.userId)).length >= MAX_SCREENS) {
      throw new AppError(
        'CONFLICT',
        `You may keep ${MAX_SCREENS} screens. Delete one to save another.`,
      );
    }
    const inserted = await insertScreen(trx, data, { ...by, nowMs: clock.now() });
    const isGone =
      replaces !== undefined && !(await findScreen(trx, { userId: by.userId, id: replaces }));
    const screens = isGone ? { goneId: replaces, screenId: inserted.id } : null;
    return {
      made: inserted,
      announce: screens ? await screenFollower.replaced(trx, by.userId, screens) : () => {},
    };
  });
  announce();
  return made;
}

/**
 * Saves a screen as its next revision. A save that equals the present screen changes nothing; otherwise a `baseRevision`
 * that is not the present one throws `RECORD_CHANGED`. Throws 404 for a screen that is not the account's.
 */
async function save(
  { db, clock, studyFigures }: SavedScreenDeps,
  by: { userId: string; id: number },
  { baseRevision, ...data }: ScreenData & { baseRevision: number },
): Promise<SavedScreen> {
  await askFor({ studyFigures }, data, by.userId);
  return await db.transaction().execute(async (trx) => {
    await lockOwner(trx, by.userId);
    const present = (await findScreen(trx, by)) ?? missing();
    const { name, question, columns } = present;
    if (isDeepStrictEqual({ name, question, columns }, data)) return present;
    if (present.revision !== baseRevision) throw new AppError('RECORD_CHANGED', CHANGED);
    return replaceScreen(trx, by.id, { data, nowMs: clock.now() });
  });
}

/** Removes a screen; throws 404 if it is not the account's. */
async function remove(
  { db, screenFollower }: SavedScreenDeps,
  by: { userId: string; id: number },
): Promise<void> {
  const announce = await db.transaction().execute(async (trx) => {
    await lockOwner(trx, by.userId);
    if (!(await removeScreen(trx, by))) missing();
    return screenFollower.deleted(trx, by.userId, by.id);
  });
  announce();
}

/** Saved screens of accounts. Nobody but their owner reads them. */
export function savedScreenRoutes(router: Router, deps: SavedScreenDeps): void {
  router.route(listScreens, async ({ user }) => ({
    screens: await readScreens(deps.db, ownerOf(user)),
  }));
  router.route(createScreen, ({ user, body: { key, replaces, ...data } }) =>
    create(deps, { userId: ownerOf(user), key, replaces }, data),
  );
  router.route(saveScreen, ({ user, params: { id }, body }) =>
    save(deps, { userId: ownerOf(user), id }, body),
  );
  router.route(deleteScreen, ({ user, params: { id } }) =>
    remove(deps, { userId: ownerOf(user), id }),
  );
}
