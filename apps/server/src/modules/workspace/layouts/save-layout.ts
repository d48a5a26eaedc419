import { AppError, MAX_LAYOUT_BYTES, MAX_LAYOUTS } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import { LAYOUT_CHANGED, type TickBus } from '../../../bus/index.ts';
import type { Database, Db } from '../../../db/index.ts';
import { type ContentLimit, type Kept, lockOwner, measureContent, withinRoom } from '../owner.ts';
import { droppedRevisions } from './kept-versions.ts';
import {
  dropOldestVersions,
  findCreated,
  findPresent,
  findVersionFacts,
  insertLayout,
  insertVersion,
  type LayoutData,
  type LayoutKey,
  markBeforeStep,
  measureLayouts,
  type NewVersion,
  type PresentLayout,
  removeLayout,
  removeVersions,
  setRevision,
} from './store.ts';

export type LayoutDeps = {
  db: Db;
  clock: { now: () => number };
  bus: Pick<TickBus, 'publish'>;
};

/** A layout's revision and when it was saved. */
export type Saved = { revision: number; savedAtMs: number };

export const LAYOUT_LIMIT: ContentLimit = {
  what: 'A layout',
  mostBytes: MAX_LAYOUT_BYTES,
  inWords: '1 MB (1,048,576 bytes)',
};
/** What the older versions of all layouts of one account may hold together, in UTF-8: the oldest go. */
const MOST_OLDER_BYTES = 50 * 1_048_576;
const CHANGED = 'This layout was changed elsewhere since it was loaded. Nothing was overwritten.';
const OURS: Kept = {
  kind: 'layouts',
  most: MAX_LAYOUTS,
  tooMuch:
    'Your layouts and what their links show may hold 50 MB together. Delete a layout or end a link to save more.',
};

/** Throws 404 for what is not there, and alike for what is somebody else's. */
export function layoutMissing(): never {
  throw new AppError('NOT_FOUND', 'The layout was not found.');
}

/** Tells every process that a layout was saved, or removed where it has no revision. */
function tell({ bus }: LayoutDeps, { userId, id }: LayoutKey, revision: number | null): void {
  bus.publish(LAYOUT_CHANGED, { userId, id, revision });
}

/** Changes layouts of an account; throws `CONFLICT` where they get too many or, with what their links show, too large. */
export function withinLayoutRoom<T>(
  trx: Transaction<Database>,
  userId: string,
  change: () => Promise<T>,
): Promise<T> {
  return withinRoom(() => measureLayouts(trx, userId), OURS, change);
}

async function addVersion(
  trx: Transaction<Database>,
  { userId, id }: LayoutKey,
  version: NewVersion,
): Promise<void> {
  await insertVersion(trx, id, version);
  const dropped = droppedRevisions(await findVersionFacts(trx, id));
  if (dropped.length > 0) await removeVersions(trx, id, dropped);
  await dropOldestVersions(trx, userId, MOST_OLDER_BYTES);
}

/**
 * Makes a layout. A `key` that made one before makes none and is answered as it was then, whatever the layout is by now:
 * its maker does not know what came after, and its next save is refused. Throws 413 for too much content, 409 where the
 * account has as many as it may.
 */
export async function createLayout(
  deps: LayoutDeps,
  { userId, key, data }: { userId: string; key: string | null; data: LayoutData },
): Promise<Saved & { id: number }> {
  const contentBytes = measureContent(data.content, LAYOUT_LIMIT);
  const savedAtMs = deps.clock.now();
  const { isNew, ...made } = await deps.db.transaction().execute(async (trx) => {
    await lockOwner(trx, userId);
    const before = key === null ? null : await findCreated(trx, userId, key);
    if (before) return { isNew: false, revision: 1, ...before };
    const id = await withinLayoutRoom(trx, userId, async () => {
      const id = await insertLayout(trx, { userId, key, nowMs: savedAtMs });
      await addVersion(trx, { userId, id }, { ...data, revision: 1, savedAtMs, contentBytes });
      return id;
    });
    return { isNew: true, revision: 1, id, savedAtMs };
  });
  if (isNew) tell(deps, { userId, id: made.id }, made.revision);
  return made;
}

const isSame = (one: LayoutData, other: LayoutData) =>
  one.content === other.content &&
  one.name === other.name &&
  one.symbol === other.symbol &&
  one.resolution === other.resolution;

/**
 * Saves a layout as its next revision. What equals the present one changes nothing and is answered with its revision. A
 * `baseRevision` that is not the present one throws 409 `LAYOUT_CHANGED`; null saves over whatever is there. What a step
 * replaces is kept. Throws 404 for a layout that is not the user's, 413 for too much content.
 */
export async function saveLayout(
  deps: LayoutDeps,
  key: LayoutKey,
  {
    baseRevision,
    isStep,
    data,
  }: { baseRevision: number | null; isStep: boolean; data: LayoutData },
): Promise<Saved> {
  const contentBytes = measureContent(data.content, LAYOUT_LIMIT);
  const savedAtMs = deps.clock.now();
  const { isNew, ...saved } = await deps.db.transaction().execute(async (trx) => {
    await lockOwner(trx, key.userId);
    const present: PresentLayout = (await findPresent(trx, key)) ?? layoutMissing();
    const changesNothing = isSame(present, data);
    // The protocol's clients expect every save to move the time.
    if (baseRevision !== null && changesNothing) {
      return { isNew: false, revision: present.revision, savedAtMs: present.savedAtMs };
    }
    if (baseRevision !== null && baseRevision !== present.revision) {
      throw new AppError('LAYOUT_CHANGED', CHANGED);
    }
    const revision = present.revision + 1;
    if (isStep && !changesNothing) await markBeforeStep(trx, key.id, present.revision);
    await withinLayoutRoom(trx, key.userId, async () => {
      await setRevision(trx, key.id, revision);
      await addVersion(trx, key, { ...data, revision, savedAtMs, contentBytes });
    });
    return { isNew: true, revision, savedAtMs };
  });
  if (isNew) tell(deps, key, saved.revision);
  return saved;
}

/** Removes a layout with its versions and its link; throws 404 where it is not the user's. */
export async function deleteLayout(deps: LayoutDeps, key: LayoutKey): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // A save that is under way ends before: it would meet a layout that is half gone.
    await lockOwner(trx, key.userId);
    if (!(await removeLayout(trx, key))) layoutMissing();
  });
  tell(deps, key, null);
}
