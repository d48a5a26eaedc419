import { EXCHANGES, type Watchlist } from '@moneytrail/contract';
import type { QueryClient } from '@tanstack/react-query';
import { exchangesQuery } from '../../../api/queries.ts';
import { systemClock, waitFor } from '../../../lib/clock.ts';
import { favouritesOf, symbolsOf } from '../watchlist/favourites.ts';
import { shownList } from '../watchlist/use-watchlists.ts';
import { watchlistsQuery } from '../watchlist/watchlists.ts';
import { type Offer, symbolsForNew } from './symbols-for-new.ts';

/** New charts wait so long for the watchlists. */
const PATIENCE_MS = 1_000;

/** Finds the instruments of new charts from what the page knows; watchlists that it does not know yet are read. */
export async function findSymbolsForNew(
  client: QueryClient,
  known: Pick<Offer, 'shown' | 'recent'>,
  count: number,
): Promise<string[]> {
  const read = client.ensureQueryData(watchlistsQuery).catch(() => []);
  const watchlists = await Promise.race([read, waitFor(systemClock, PATIENCE_MS).then(() => [])]);
  const first = [shownList(watchlists), favouritesOf(watchlists)];
  const lists = [...new Set([...first, ...watchlists])].filter(
    (list): list is Watchlist => list !== undefined,
  );
  const entries = client.getQueryData(exchangesQuery.queryKey);
  const rows = EXCHANGES.flatMap((source) =>
    (entries?.[source]?.flatSymbols ?? []).map((row) => ({
      ...row,
      source,
      isOffline: entries?.[source]?.isOffline ?? false,
    })),
  );
  const symbols = lists.map((list) => symbolsOf(list.entries));
  return symbolsForNew({ ...known, lists: symbols, rows }, count);
}
