import {
  type CurrentUser,
  createWatchlist as createWatchlistEndpoint,
  deleteWatchlist as deleteWatchlistEndpoint,
  listWatchlists,
  orderWatchlists as orderWatchlistsEndpoint,
  resolveSymbols,
  saveWatchlist as saveWatchlistEndpoint,
  type WatchlistEntry,
} from '@moneytrail/contract';
import { accountOf } from '../../http/check-access.ts';
import type { Router } from '../../http/route.ts';
import type { Instrument } from '../catalogue/index.ts';
import { findNamed, type WatchRowDeps, watchRowRoute } from './read-watch-rows.ts';
import {
  createWatchlist,
  deleteWatchlist,
  orderWatchlists,
  saveWatchlist,
  type WatchlistDeps,
} from './save-watchlist.ts';
import { findWatchlists } from './watchlist-store.ts';

type Deps = WatchlistDeps & WatchRowDeps;

/** The id of the caller's account. */
const ownerOf = (user: CurrentUser | null): string => accountOf(user, 'Watchlists')._id;

/** Entries with the server's own spelling of known symbols, each once; instruments that are gone stay. */
async function spelled(
  deps: Pick<Deps, 'catalogue'>,
  entries: readonly WatchlistEntry[],
): Promise<WatchlistEntry[]> {
  const seen = new Set<string>();
  const kept: WatchlistEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'section') {
      kept.push(entry);
      continue;
    }
    const symbol = (await findNamed(deps, entry.symbol))?.ticker ?? entry.symbol;
    if (!seen.has(symbol)) kept.push({ ...entry, symbol });
    seen.add(symbol);
  }
  return kept;
}

/** Watchlists of accounts, the symbols that words name, and the rows of lists. */
export function watchlistRoutes(router: Router<Instrument>, deps: Deps): void {
  router.route(listWatchlists, async ({ user }) => ({
    watchlists: await findWatchlists(deps.db, ownerOf(user)),
  }));
  router.route(createWatchlistEndpoint, async ({ user, body }) => {
    const { key, ...data } = body;
    const entries = await spelled(deps, data.entries);
    return createWatchlist(deps, { userId: ownerOf(user), key, data: { ...data, entries } });
  });
  router.route(saveWatchlistEndpoint, async ({ user, params: { id }, body }) => {
    const entries = await spelled(deps, body.entries);
    return saveWatchlist(deps, { userId: ownerOf(user), id }, { ...body, entries });
  });
  router.route(deleteWatchlistEndpoint, ({ user, params: { id } }) =>
    deleteWatchlist(deps, { userId: ownerOf(user), id }),
  );
  router.route(orderWatchlistsEndpoint, ({ user, body }) =>
    orderWatchlists(deps, ownerOf(user), body.ids),
  );
  router.route(resolveSymbols, async ({ body }) => {
    const found: { word: string; symbol: string }[] = [];
    const unknown: string[] = [];
    for (const word of body.words) {
      const instrument = await findNamed(deps, word);
      if (instrument) found.push({ word, symbol: instrument.ticker });
      else unknown.push(word);
    }
    return { found, unknown };
  });
  watchRowRoute(router, deps);
}
