import { type Watchlist, watchlistEntry } from '@moneytrail/contract';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { type Db, lockByName, type Reader, type Trx } from '../../db/index.ts';
import type { WatchlistsTable } from '../../db/watchlist-tables.ts';

/** The parts of a list that its owner changes. */
export type WatchlistData = Pick<Watchlist, 'name' | 'colour' | 'entries'>;

type By = { userId: string } & ({ id: number } | { key: string });

const storedEntries = z.array(watchlistEntry);

function present(row: Selectable<WatchlistsTable>): Watchlist {
  return {
    id: row.id,
    name: row.name,
    colour: row.colour,
    entries: storedEntries.parse(JSON.parse(row.entries)),
    revision: row.revision,
    changedAtMs: row.changed_at_ms,
  };
}

/** Serialises the changes of one account's lists, so that limit and revisions hold under concurrent requests. */
export async function lockOwner(trx: Trx, userId: string): Promise<void> {
  await lockByName(trx, `watchlists ${userId}`);
}

/**
 * The answer of `listWatchlists` in bytes, in the owner's order. Lists at every maximum have 25,000 entries: they stay the
 * texts that were checked when they were saved, because parsing and writing them again would take the serving thread 40 ms.
 */
export async function readWatchlists(db: Reader, userId: string): Promise<Buffer> {
  const rows = await db
    .selectFrom('watchlists')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('place')
    .orderBy('id')
    .execute();
  const lists = rows.map(({ id, name, colour, entries, revision, changed_at_ms: changedAtMs }) => {
    const others = JSON.stringify({ id, name, colour, revision, changedAtMs });
    return `${others.slice(0, -1)},"entries":${entries}}`;
  });
  return Buffer.from(`{"watchlists":[${lists.join()}]}`);
}

export async function findWatchlist(db: Reader, by: By): Promise<Watchlist | null> {
  const query = db.selectFrom('watchlists').selectAll().where('user_id', '=', by.userId);
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('create_key', '=', by.key)
  ).executeTakeFirst();
  return row ? present(row) : null;
}

export async function findWatchlistIds(db: Reader, userId: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('watchlists')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The number of an account's lists, and the place after the last one. */
export async function countWatchlists(
  trx: Trx,
  userId: string,
): Promise<{ count: number; nextPlace: number }> {
  return await trx
    .selectFrom('watchlists')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(max(place), 0) + 1`.as('nextPlace'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Inserts a list at revision 1. */
export async function insertWatchlist(
  trx: Trx,
  { name, colour, entries }: WatchlistData,
  row: { userId: string; key: string; place: number; nowMs: number },
): Promise<Watchlist> {
  const inserted = await trx
    .insertInto('watchlists')
    .values({
      user_id: row.userId,
      create_key: row.key,
      name,
      colour,
      entries: JSON.stringify(entries),
      place: row.place,
      revision: 1,
      changed_at_ms: row.nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(inserted);
}

/** Replaces the data of a list as its next revision. */
export async function replaceWatchlist(
  trx: Trx,
  id: number,
  { name, colour, entries, nowMs }: WatchlistData & { nowMs: number },
): Promise<Watchlist> {
  const row = await trx
    .updateTable('watchlists')
    .set({ name, colour, entries: JSON.stringify(entries), changed_at_ms: nowMs })
    .set({ revision: sql`revision + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return present(row);
}

/** Puts the named lists of an account first, in this order; the others keep theirs behind them. */
export async function placeWatchlists(
  trx: Trx,
  userId: string,
  ids: readonly number[],
): Promise<void> {
  const rows = await trx
    .selectFrom('watchlists')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('place')
    .orderBy('id')
    .execute();
  const present = rows.map(({ id }) => id);
  const named = [...new Set(ids)].filter((id) => present.includes(id));
  const ordered = [...named, ...present.filter((id) => !named.includes(id))];
  for (const [index, id] of ordered.entries()) {
    await trx
      .updateTable('watchlists')
      .set({ place: index + 1 })
      .where('id', '=', id)
      .execute();
  }
}

/** False if there was nothing to remove. */
export async function removeWatchlist(
  db: Db,
  { userId, id }: { userId: string; id: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('watchlists')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
