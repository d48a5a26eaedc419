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
import { type WatchRowDeps, watchRowRoute } from './read-watch-rows.ts';
import {
  createWatchlist,
  deleteWatchlist,
  orderWatchlists,
  saveWatchlist,
  type WatchlistDeps,
} from './save-watchlist.ts';
import { readWatchlists } from './watchlist-store.ts';

type Deps = WatchlistDeps & WatchRowDeps;

const ownerOf = (user: CurrentUser | null): CurrentUser => accountOf(user, 'Watchlists');

/** Entries with the server's own spelling of known symbols, each once; instruments that are gone stay. */
function spelled(
  find: (word: string) => Instrument | null,
  entries: readonly WatchlistEntry[],
): WatchlistEntry[] {
  const seen = new Set<string>();
  const kept: WatchlistEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'section') {
      kept.push(entry);
      continue;
    }
    const symbol = find(entry.symbol)?.ticker ?? entry.symbol;
    if (!seen.has(symbol)) kept.push({ ...entry, symbol });
    seen.add(symbol);
  }
  return kept;
}

function instrumentsOf(
  find: (word: string) => Instrument | null,
  entries: readonly WatchlistEntry[],
): Instrument[] {
  return entries.flatMap((entry) => (entry.kind === 'symbol' ? (find(entry.symbol) ?? []) : []));
}

/** Watchlists of accounts, the symbols that words name, and the rows of lists. */
export function watchlistRoutes(router: Router<Instrument>, deps: Deps): void {
  const { catalogue } = deps;
  router.route(listWatchlists, async ({ user }) => ({
    kind: 'ready',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: await readWatchlists(deps.db, ownerOf(user)._id),
  }));
  router.route(createWatchlistEndpoint, async ({ user, body, charged }) => {
    const { key, replaces, ...data } = body;
    const find = await catalogue.lookUp();
    const entries = charged(() => spelled(find, data.entries));
    const instruments = charged(() => instrumentsOf(find, entries));
    const by = { owner: ownerOf(user), key, replaces };
    return createWatchlist(deps, by, { ...data, entries }, instruments);
  });
  router.route(saveWatchlistEndpoint, async ({ user, params: { id }, body, charged }) => {
    const find = await catalogue.lookUp();
    const entries = charged(() => spelled(find, body.entries));
    const instruments = charged(() => instrumentsOf(find, entries));
    return saveWatchlist(deps, { owner: ownerOf(user), id }, { ...body, entries }, instruments);
  });
  router.route(deleteWatchlistEndpoint, ({ user, params: { id } }) =>
    deleteWatchlist(deps, { owner: ownerOf(user), id }),
  );
  router.route(orderWatchlistsEndpoint, ({ user, body }) =>
    orderWatchlists(deps, ownerOf(user)._id, body.ids),
  );
  router.route(resolveSymbols, async ({ body, charged }) => {
    const find = await catalogue.lookUp();
    const answers = charged(() => body.words.map((word) => ({ word, named: find(word) })));
    return {
      found: answers.flatMap(({ word, named }) => (named ? [{ word, symbol: named.ticker }] : [])),
      unknown: answers.flatMap(({ word, named }) => (named ? [] : [word])),
    };
  });
  watchRowRoute(router, deps);
}
