import { MINUTE_MS } from '@moneytrail/calendar';
import {
  AppError,
  createLayout as createLayoutEndpoint,
  deleteLayout as deleteLayoutEndpoint,
  getLayout,
  getLayoutVersion,
  listLayouts,
  listLayoutVersions,
  MAX_LAYOUT_BYTES,
  MAX_LAYOUTS,
  saveLayout as saveLayoutEndpoint,
} from '@moneytrail/contract';
import { LAYOUT_CHANGED, type TickBus } from '../../../bus/index.ts';
import type { Db, Trx } from '../../../db/index.ts';
import type { CallerBudget } from '../../../http/caller-budget.ts';
import type { Router } from '../../../http/route.ts';
import {
  type ContentLimit,
  createTurns,
  type Kept,
  lockOwner,
  MOST_BYTES,
  measureContent,
  OWN_SPACE,
  type OwnCall,
  type Owner,
  ownerOf,
  withinRoom,
} from '../owner.ts';
import { droppedRevisions } from './kept-versions.ts';
import {
  dropOldestVersions,
  findCreated,
  findLayout,
  findLayouts,
  findPresent,
  findVersion,
  findVersionFacts,
  findVersions,
  insertLayout,
  insertVersion,
  type LayoutData,
  type LayoutKey,
  markVersion,
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

type Saved = { revision: number; savedAtMs: number };

export const LAYOUT_LIMIT: ContentLimit = {
  what: 'A layout',
  mostBytes: MAX_LAYOUT_BYTES,
  inWords: '1 MB (1,048,576 bytes)',
};
/** Limit of all older versions of one account's layouts, in UTF-8: the oldest are dropped. */
const MOST_OLDER_BYTES = 50 * 1_048_576;
/** The first change after a pause this long leaves the version before it. */
const PAUSE_MS = 5 * MINUTE_MS;
const CHANGED = 'This layout was changed elsewhere since it was loaded. Nothing was overwritten.';
const OURS: Kept = {
  kind: 'layouts',
  most: MAX_LAYOUTS,
  mostBytes: MOST_BYTES,
  tooMuch:
    'Your layouts and what their links show may hold 50 MB together. Delete a layout or end a link to save more.',
};

/** Throws the same 404 for a missing layout and for another user's. */
export function layoutMissing(): never {
  throw new AppError('NOT_FOUND', 'The layout was not found.');
}

/** Notifies every process that a layout of our own page was saved, or removed if `revision` is null. */
function tell(
  { bus }: LayoutDeps,
  { userId, spaces, id }: LayoutKey,
  revision: number | null,
): void {
  if (spaces[0] !== OWN_SPACE) return;
  bus.publish(LAYOUT_CHANGED, { userId, id, revision });
}

/** Runs a change of an owner's layouts; throws `CONFLICT` if they become too many or, with shared copies, too large. */
export function withinLayoutRoom<T>(trx: Trx, owner: Owner, change: () => Promise<T>): Promise<T> {
  return withinRoom(owner, (of) => measureLayouts(trx, owner, of), OURS, change);
}

async function addVersion(trx: Trx, key: LayoutKey, version: NewVersion): Promise<void> {
  await insertVersion(trx, key.id, version);
  const facts = await findVersionFacts(trx, key.id);
  // The protocols of other clients have no older versions.
  const dropped =
    key.spaces[0] === OWN_SPACE
      ? droppedRevisions(facts)
      : facts.map(({ revision }) => revision).filter((revision) => revision !== version.revision);
  if (dropped.length > 0) await removeVersions(trx, key.id, dropped);
  await dropOldestVersions(trx, key.userId, MOST_OLDER_BYTES);
}

/**
 * Creates a layout; idempotent by `key`. A repeated key gets the original answer, even if the layout has changed since:
 * its client does not know the later revisions, so its next save is refused. Throws 413 for too much content, 409 if the
 * account has too many layouts.
 */
export async function createLayout(
  deps: LayoutDeps,
  {
    owner,
    key,
    data,
    isKept = false,
  }: { owner: Owner; key: string | null; data: LayoutData; isKept?: boolean },
): Promise<Saved & { id: number }> {
  const contentBytes = measureContent(data.content, LAYOUT_LIMIT);
  const savedAtMs = deps.clock.now();
  const { isNew, ...made } = await deps.db.transaction().execute(async (trx) => {
    await lockOwner(trx, owner.userId);
    const before = key === null ? null : await findCreated(trx, owner, key);
    if (before) return { isNew: false, revision: 1, ...before };
    const id = await withinLayoutRoom(trx, owner, async () => {
      const id = await insertLayout(trx, { ...owner, key, nowMs: savedAtMs });
      const version = { ...data, revision: 1, savedAtMs, contentBytes, isKept };
      await addVersion(trx, { ...owner, id }, version);
      return id;
    });
    return { isNew: true, revision: 1, id, savedAtMs };
  });
  if (isNew) tell(deps, { ...owner, id: made.id }, made.revision);
  return made;
}

const isSame = (one: LayoutData, other: LayoutData) =>
  one.content === other.content &&
  one.name === other.name &&
  one.symbol === other.symbol &&
  one.resolution === other.resolution;

/**
 * Saves a layout as its next revision. Data equal to the current revision changes nothing. A `baseRevision` that is not
 * the current one throws 409 `LAYOUT_CHANGED`; null overwrites unconditionally. Three kinds of version stay: of a kept save, even
 * if it changes nothing; replaced by a step; replaced after a pause. Throws 404 for a layout that is not the user's, 413
 * for too much content.
 */
export async function saveLayout(
  deps: LayoutDeps,
  key: LayoutKey,
  {
    baseRevision,
    isStep,
    isKept = false,
    data,
  }: { baseRevision: number | null; isStep: boolean; isKept?: boolean; data: LayoutData },
): Promise<Saved> {
  const contentBytes = measureContent(data.content, LAYOUT_LIMIT);
  const savedAtMs = deps.clock.now();
  const { isNew, ...saved } = await deps.db.transaction().execute(async (trx) => {
    await lockOwner(trx, key.userId);
    const present: PresentLayout = (await findPresent(trx, key)) ?? layoutMissing();
    const replaced = { id: key.id, revision: present.revision };
    const changesNothing = isSame(present, data);
    // With null, as in the charts storage protocol, clients expect every save to update the time.
    if (baseRevision !== null && changesNothing) {
      if (isKept) await markVersion(trx, replaced, { is_kept: true });
      return { isNew: false, revision: present.revision, savedAtMs: present.savedAtMs };
    }
    if (baseRevision !== null && baseRevision !== present.revision) {
      throw new AppError('LAYOUT_CHANGED', CHANGED);
    }
    const revision = present.revision + 1;
    const isAfterPause = savedAtMs - present.savedAtMs >= PAUSE_MS;
    if ((isStep || isAfterPause) && !changesNothing) {
      await markVersion(trx, replaced, { is_before_step: true });
    }
    await withinLayoutRoom(trx, key, async () => {
      await setRevision(trx, key.id, revision);
      await addVersion(trx, key, { ...data, revision, savedAtMs, contentBytes, isKept });
    });
    return { isNew: true, revision, savedAtMs };
  });
  if (isNew) tell(deps, key, saved.revision);
  return saved;
}

/** Removes a layout with its versions and its link; throws 404 if it is not the user's. */
export async function deleteLayout(deps: LayoutDeps, key: LayoutKey): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // Waits for a save in progress, which must not find a half-removed layout.
    await lockOwner(trx, key.userId);
    if (!(await removeLayout(trx, key))) layoutMissing();
  });
  tell(deps, key, null);
}

export const layoutKeyOf = (call: OwnCall & { params: { id: number } }): LayoutKey => ({
  ...ownerOf(call),
  id: call.params.id,
});

export function layoutRoutes(router: Router, deps: LayoutDeps & { budget: CallerBudget }): void {
  const { db } = deps;
  const inTurn = createTurns(deps.budget);

  router.route(listLayouts, async (call) => ({
    layouts: await inTurn(call, () => findLayouts(db, ownerOf(call))),
  }));
  router.route(getLayout, (call) =>
    inTurn(call, async () => (await findLayout(db, layoutKeyOf(call))) ?? layoutMissing()),
  );
  router.route(createLayoutEndpoint, (call) => {
    const { key, isKept = false, ...data } = call.body;
    return inTurn(call, () => createLayout(deps, { owner: ownerOf(call), key, data, isKept }));
  });
  router.route(saveLayoutEndpoint, (call) => {
    const { baseRevision, isStep = false, isKept = false, ...data } = call.body;
    const save = { baseRevision, isStep, isKept, data };
    return inTurn(call, () => saveLayout(deps, layoutKeyOf(call), save));
  });
  router.route(deleteLayoutEndpoint, (call) =>
    inTurn(call, () => deleteLayout(deps, layoutKeyOf(call))),
  );
  router.route(listLayoutVersions, async (call) => {
    const versions = await inTurn(call, () => findVersions(db, layoutKeyOf(call)));
    return versions.length === 0 ? layoutMissing() : { versions };
  });
  router.route(getLayoutVersion, (call) =>
    inTurn(
      call,
      async () =>
        (await findVersion(db, layoutKeyOf(call), call.params.revision)) ?? layoutMissing(),
    ),
  );
}
