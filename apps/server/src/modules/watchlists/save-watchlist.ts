import { isDeepStrictEqual } from 'node:util';
import { AppError, type CurrentUser, MAX_WATCHLISTS, type Watchlist } from '@moneytrail/contract';
import { type TickBus, WATCHLIST_CHANGED } from '../../bus/index.ts';
import type { Db, Trx } from '../../db/index.ts';
import type { Instrument } from '../catalogue/index.ts';
import {
  countWatchlists,
  findWatchlist,
  insertWatchlist,
  lockOwner,
  placeWatchlists,
  removeWatchlist,
  replaceWatchlist,
  type WatchlistData,
} from './watchlist-store.ts';

/**
 * Follows the instruments of lists: it is called in the transaction of a change, which it may refuse. The result announces
 * what has changed, once that is committed.
 */
export type ListFollower = {
  saved: (
    trx: Trx,
    owner: CurrentUser,
    listId: number,
    instruments: readonly Instrument[],
  ) => Promise<() => void>;
  deleted: (trx: Trx, owner: CurrentUser, listId: number) => Promise<() => void>;
  /** A new list takes the place of one that is gone. */
  replaced: (
    trx: Trx,
    owner: CurrentUser,
    lists: { goneId: number; listId: number },
    instruments: readonly Instrument[],
  ) => Promise<() => void>;
};

export type WatchlistDeps = {
  db: Db;
  clock: { now: () => number };
  bus: Pick<TickBus, 'publish'>;
  follower: ListFollower;
};

const CHANGED =
  'This watchlist was changed elsewhere since it was loaded. Nothing was overwritten.';

/** Throws the same 404 for a missing list and for another account's. */
function missing(): never {
  throw new AppError('NOT_FOUND', 'The watchlist was not found.');
}

/**
 * Creates a list; a repeated key gets the list as it is now. Throws `CONFLICT` at the account's maximum. `replaces` is the id
 * of a list whose place it takes, which means nothing while that list exists. `instruments` are those that the entries name.
 */
export async function createWatchlist(
  { db, clock, bus, follower }: WatchlistDeps,
  { owner, key, replaces }: { owner: CurrentUser; key: string; replaces: number | undefined },
  data: WatchlistData,
  instruments: readonly Instrument[],
): Promise<Watchlist> {
  const userId = owner._id;
  const { made, announce } = await db.transaction().execute(async (trx) => {
    await lockOwner(trx, userId);
    const before = await findWatchlist(trx, { userId, key });
    if (before) return { made: before, announce: null };
    const { count, nextPlace } = await countWatchlists(trx, userId);
    if (count >= MAX_WATCHLISTS) {
      const message = `You may keep ${MAX_WATCHLISTS} watchlists. Delete one to add another.`;
      throw new AppError('CONFLICT', message);
    }
    const row = { userId, key, place: nextPlace, nowMs: clock.now() };
    const inserted = await insertWatchlist(trx, data, row);
    const isGone = replaces !== undefined && !(await findWatchlist(trx, { userId, id: replaces }));
    const lists = isGone ? { goneId: replaces, listId: inserted.id } : null;
    return {
      made: inserted,
      announce: lists ? await follower.replaced(trx, owner, lists, instruments) : () => {},
    };
  });
  if (announce) {
    announce();
    bus.publish(WATCHLIST_CHANGED, { userId, id: made.id, revision: made.revision });
  }
  return made;
}

const symbolsOf = (entries: WatchlistData['entries']) =>
  entries.flatMap((entry) => (entry.kind === 'symbol' ? [entry.symbol] : [])).sort();

const dataOf = ({ name, colour, entries }: WatchlistData) => ({ name, colour, entries });

/**
 * Saves a list as its next revision. Data equal to the present list changes nothing; otherwise a `baseRevision` that is not
 * the present one throws `RECORD_CHANGED`. Throws 404 for a list that is not the account's. `instruments` are those that
 * its entries name.
 */
export async function saveWatchlist(
  { db, clock, bus, follower }: WatchlistDeps,
  { owner, id }: { owner: CurrentUser; id: number },
  { baseRevision, ...data }: WatchlistData & { baseRevision: number },
  instruments: readonly Instrument[],
): Promise<Watchlist> {
  const userId = owner._id;
  const { saved, announce } = await db.transaction().execute(async (trx) => {
    await lockOwner(trx, userId);
    const present = (await findWatchlist(trx, { userId, id })) ?? missing();
    if (isDeepStrictEqual(dataOf(present), dataOf(data))) return { saved: present, announce: null };
    if (present.revision !== baseRevision) throw new AppError('RECORD_CHANGED', CHANGED);
    const replaced = await replaceWatchlist(trx, id, { ...data, nowMs: clock.now() });
    const isSame = isDeepStrictEqual(symbolsOf(present.entries), symbolsOf(data.entries));
    return {
      saved: replaced,
      announce: isSame ? () => {} : await follower.saved(trx, owner, id, instruments),
    };
  });
  if (announce) {
    announce();
    bus.publish(WATCHLIST_CHANGED, { userId, id, revision: saved.revision });
  }
  return saved;
}

/** Removes a list; throws 404 if it is not the account's. */
export async function deleteWatchlist(
  { db, bus, follower }: WatchlistDeps,
  { owner, id }: { owner: CurrentUser; id: number },
): Promise<void> {
  const userId = owner._id;
  const announce = await db.transaction().execute(async (trx) => {
    await lockOwner(trx, userId);
    if (!(await removeWatchlist(trx, { userId, id }))) missing();
    return follower.deleted(trx, owner, id);
  });
  announce();
  bus.publish(WATCHLIST_CHANGED, { userId, id, revision: null });
}

/** Puts an account's lists into an order; ids of others are left out. */
export async function orderWatchlists(
  { db, bus }: WatchlistDeps,
  userId: string,
  ids: readonly number[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, userId);
    await placeWatchlists(trx, userId, ids);
  });
  bus.publish(WATCHLIST_CHANGED, { userId, id: null, revision: null });
}
