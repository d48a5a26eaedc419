import { MAX_WATCHLIST_ENTRIES, type Watchlist, type WatchlistEntry } from '@moneytrail/contract';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import type { WatchlistEditor } from './watchlists.ts';

/** The name of the list that holds the symbols starred in the search. */
export const FAVOURITES = 'Favourites';
/** The same on all devices of an account, so that two of them make one list. */
const FAVOURITES_KEY = '4f0c2b5e-6a51-4c0e-9d3a-1b7f6f2f9c11';

type Entries = readonly WatchlistEntry[];

export function favouritesOf<List extends Pick<Watchlist, 'name'>>(
  lists: readonly List[],
): List | undefined {
  return lists.find(({ name }) => name === FAVOURITES);
}

/** The symbols of a list in its order. */
export function symbolsOf(entries: Entries): string[] {
  return entries.flatMap((entry) => (entry.kind === 'symbol' ? [entry.symbol] : []));
}

export function hasSymbol(tickers: readonly string[], ticker: string): boolean {
  return tickers.some((one) => isSameTicker(one, ticker));
}

/** Puts new symbols first, in their order, as far as the list has room. */
export function withSymbols(entries: Entries, tickers: readonly string[]): WatchlistEntry[] {
  const present = symbolsOf(entries);
  const added = tickers
    .filter((ticker, index) => !hasSymbol([...present, ...tickers.slice(0, index)], ticker))
    .slice(0, Math.max(0, MAX_WATCHLIST_ENTRIES - entries.length))
    .map((symbol): WatchlistEntry => ({ kind: 'symbol', symbol, flag: null }));
  return [...added, ...entries];
}

export function withoutSymbol(entries: Entries, ticker: string): WatchlistEntry[] {
  return entries.filter((entry) => entry.kind === 'section' || !isSameTicker(entry.symbol, ticker));
}

/**
 * Makes the list of favourites with these symbols, or adds them to the one that another device has made. Rejects if that
 * failed, which was told.
 */
export async function makeFavourites(
  editor: WatchlistEditor,
  tickers: readonly string[],
): Promise<Watchlist> {
  const data = { name: FAVOURITES, colour: null, entries: withSymbols([], tickers) };
  const made = await editor.add(data, { key: FAVOURITES_KEY });
  // The list of the key was renamed, and is another one now.
  if (made.name !== FAVOURITES) return editor.add(data);
  const entries = withSymbols(made.entries, tickers);
  if (entries.length === made.entries.length) return made;
  const isSaved = await editor.change(made.id, (list) => ({
    ...list,
    entries: withSymbols(list.entries, tickers),
  }));
  if (!isSaved) throw new Error('The favourites were not saved.');
  return { ...made, entries };
}
