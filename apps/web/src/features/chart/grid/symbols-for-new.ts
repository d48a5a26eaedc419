import { type SearchRow, tickerOf } from '../search/match-symbols.ts';
import { hasSymbol } from '../watchlist/favourites.ts';

/** A list of tickers from the one behind a ticker on, from end to beginning; as it is without that ticker. */
function following(tickers: readonly string[], ticker: string): readonly string[] {
  const index = tickers.findIndex((one) => hasSymbol([ticker], one));
  return [...tickers.slice(index + 1), ...tickers.slice(0, index + 1)];
}

/** The symbols that new charts may show. */
export type Offer = {
  /** On the page already; the first one is that of the active chart. */
  shown: readonly [string, ...string[]];
  /** Newest first. */
  recent: readonly string[];
  /** The symbols of watchlists, the one that comes first in front. */
  lists: readonly (readonly string[])[];
  rows: readonly Pick<SearchRow, 'source' | 'code' | 'locked' | 'isOffline'>[];
};

/**
 * The tickers of new charts: those that were open last, then the next ones of the watchlists, then the next ones of all
 * instruments, first of the same source. None is on the page, locked or without a source.
 */
export function symbolsForNew({ shown, recent, lists, rows }: Offer, count: number): string[] {
  const [active] = shown;
  const source = active.slice(0, active.indexOf(':'));
  const unseen = rows.filter(({ locked, isOffline }) => locked || isOffline).map(tickerOf);
  const closed = new Set(unseen.map((ticker) => ticker.replaceAll('/', '')));
  const own = rows.filter((row) => row.source === source).map(tickerOf);
  const others = rows.filter((row) => row.source !== source).map(tickerOf);
  const offered = [
    ...recent,
    ...lists.flatMap((list) => following(list, active)),
    ...following(own, active),
    ...others,
  ];
  const found: string[] = [];
  for (const ticker of offered) {
    if (found.length >= count) break;
    const isClosed = closed.has(ticker.replaceAll('/', ''));
    if (!isClosed && !hasSymbol([...shown, ...found], ticker)) found.push(ticker);
  }
  return found;
}
