import { MINUTE_MS } from '@moneytrail/calendar';
import {
  createWatchlist,
  deleteWatchlist,
  listWatchlists,
  orderWatchlists,
  readWatchRows,
  type SnapshotResolution,
  saveWatchlist,
  type Watchlist,
} from '@moneytrail/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { mergeWatchlist, type WatchlistData } from './merge-watchlist.ts';

/** The user's watchlists in their order. */
export const watchlistsQuery = queryOptions({
  queryKey: ['watchlists'],
  queryFn: async ({ signal }) =>
    (await authorizedRequest(listWatchlists, {}, { signal })).watchlists,
  staleTime: MINUTE_MS,
  meta: { failure: 'in-place' },
});

/** The rows of instruments; read again each minute, between which the stream brings prices. */
export function watchRowsQuery(symbols: readonly string[], resolution: SnapshotResolution) {
  return queryOptions({
    queryKey: ['watchRows', resolution, symbols],
    queryFn: async ({ signal }) => {
      const body = { symbols: [...symbols], resolution };
      return (await authorizedRequest(readWatchRows, { body }, { signal, isRepeatable: true }))
        .rows;
    },
    enabled: symbols.length > 0,
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
    placeholderData: (before) => before,
    meta: { failure: 'in-place' },
  });
}

const MOST_ATTEMPTS = 4;

/** Whether a change was saved; its failure has been told. */
const told = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const dataOf = ({ name, colour, entries }: WatchlistData): WatchlistData => ({
  name,
  colour,
  entries: [...entries],
});

/**
 * Changes the user's watchlists. A change shows at once and is saved after the ones before it; a save that meets another
 * device's is merged with it. A change that the server refuses is told and taken back.
 */
export function createWatchlistEditor(client: QueryClient, request = authorizedRequest) {
  const { queryKey } = watchlistsQuery;
  /** The lists as the server has them, by id; what the page shows may be ahead. */
  const saved = new Map<number, Watchlist>();
  let queue: Promise<unknown> = Promise.resolve();

  const shown = () => client.getQueryData(queryKey) ?? [];
  /** A read of the lists was given up for a change. */
  let isBehind = false;
  const show = (change: (lists: Watchlist[]) => Watchlist[]) => {
    if (client.getQueryData(queryKey) && client.isFetching({ queryKey }) > 0) {
      // It would bring back the lists as they were before the change.
      void client.cancelQueries({ queryKey });
      isBehind = true;
    }
    client.setQueryData(queryKey, (lists) => change(lists ?? []));
  };
  const replace = (list: Watchlist) =>
    show((lists) => lists.map((each) => (each.id === list.id ? list : each)));

  /** Runs a change after those before it; a failure is told like that of every other change. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mutate = () =>
      client
        .getMutationCache()
        .build<T, Error, void, unknown>(client, { mutationFn: work })
        .execute(undefined);
    const done = queue.then(mutate);
    const settled: Promise<unknown> = done.then(
      () => queue === settled && readIfBehind(),
      () => client.invalidateQueries({ queryKey }),
    );
    queue = settled;
    return done;
  }

  /** A read after the last of the changes under way cannot lack one of them. */
  function readIfBehind(): void {
    if (!isBehind) return;
    isBehind = false;
    void client.invalidateQueries({ queryKey });
  }

  async function send(base: Watchlist, mine: WatchlistData): Promise<Watchlist> {
    let [seen, data] = [base, mine];
    for (let attempt = 1; ; attempt += 1) {
      try {
        const body = { baseRevision: seen.revision, ...dataOf(data) };
        return await request(saveWatchlist, { params: { id: base.id }, body });
      } catch (error) {
        const isStale = error instanceof ApiError && error.code === 'RECORD_CHANGED';
        if (!isStale || attempt === MOST_ATTEMPTS) throw error;
        const { watchlists } = await request(listWatchlists, {});
        const theirs = watchlists.find(({ id }) => id === base.id);
        if (!theirs) throw error;
        data = mergeWatchlist(seen, data, theirs);
        seen = theirs;
      }
    }
  }

  return {
    /** Changes a list from what is shown to what `change` makes of it; answers whether it was saved. */
    change(id: number, change: (list: WatchlistData) => WatchlistData): Promise<boolean> {
      const before = shown().find((list) => list.id === id);
      if (!before) return Promise.resolve(false);
      const after = { ...before, ...dataOf(change(before)) };
      replace(after);
      const sent = enqueue(async () => {
        // The change before this one may have been merged with another device's.
        const known = saved.get(id);
        const server = known && known.revision >= before.revision ? known : before;
        const result = await send(server, mergeWatchlist(before, after, server));
        saved.set(id, result);
        const now = shown().find((list) => list.id === id);
        if (!now) return;
        const isShown = JSON.stringify(dataOf(now)) === JSON.stringify(dataOf(after));
        replace(isShown ? result : { ...now, revision: result.revision });
      });
      return told(sent);
    },
    /**
     * Makes a list; of one that the account has made with the same key, it answers the present state. Alerts on the deleted
     * list that it replaces go on with it.
     */
    add(
      data: WatchlistData,
      { key = randomUuid(), replaces }: { key?: string; replaces?: number } = {},
    ): Promise<Watchlist> {
      const body = { key, ...dataOf(data), ...(replaces === undefined ? {} : { replaces }) };
      return enqueue(async () => {
        const made = await request(createWatchlist, { body }, { isRepeatable: true });
        show((lists) => [...lists.filter(({ id }) => id !== made.id), made]);
        return made;
      });
    },
    remove(id: number): Promise<boolean> {
      show((lists) => lists.filter((list) => list.id !== id));
      return told(enqueue(() => request(deleteWatchlist, { params: { id } })));
    },
    order(ids: readonly number[]): Promise<boolean> {
      show((lists) => lists.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)));
      return told(enqueue(() => request(orderWatchlists, { body: { ids: [...ids] } })));
    },
    /** Reads the lists again after another device's change, unless it is this page's own. */
    noticeRemote(id: number | null, revision: number | null): void {
      void queue.then(() => {
        const known = shown().find((list) => list.id === id);
        if (id !== null && (revision === null ? !known : known?.revision === revision)) return;
        void client.invalidateQueries({ queryKey });
      });
    },
  };
}

export type WatchlistEditor = ReturnType<typeof createWatchlistEditor>;
