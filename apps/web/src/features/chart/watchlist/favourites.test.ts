import { MAX_WATCHLIST_ENTRIES, type Watchlist, type WatchlistEntry } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { FAVOURITES, makeFavourites, withoutSymbol, withSymbols } from './favourites.ts';
import type { WatchlistEditor } from './watchlists.ts';

const symbol = (name: string): WatchlistEntry => ({ kind: 'symbol', symbol: name, flag: null });
const SECTION: WatchlistEntry = { kind: 'section', name: 'Pairs' };

test('new symbols come first, each once in any spelling of a pair', () => {
  const entries = [symbol('FMP:BTC/USD'), SECTION];
  expect(withSymbols(entries, ['FMP:AAPL', 'FMP:BTCUSD', 'FMP:AAPL'])).toEqual([
    symbol('FMP:AAPL'),
    ...entries,
  ]);
  expect(withoutSymbol(entries, 'FMP:BTCUSD')).toEqual([SECTION]);
});

test('a full list takes no further symbol', () => {
  const many = Array.from({ length: MAX_WATCHLIST_ENTRIES - 1 }, (_, id) => symbol(`FMP:S${id}`));
  const full = withSymbols(many, ['FMP:AAPL', 'FMP:TSLA']);
  expect(full).toHaveLength(MAX_WATCHLIST_ENTRIES);
  expect(full[0]).toEqual(symbol('FMP:AAPL'));
});

/** An editor at a server that has a list of the favourites' key. */
function editorWith(present: Pick<Watchlist, 'name' | 'entries'>) {
  const known: Watchlist = { id: 7, colour: null, revision: 3, changedAtMs: 0, ...present };
  const lists = [known];
  const editor = {
    add: async (data: Pick<Watchlist, 'name' | 'colour' | 'entries'>, key?: string) => {
      if (key !== undefined) return known;
      const made = { ...data, id: 8, revision: 1, changedAtMs: 0 };
      lists.push(made);
      return made;
    },
    change: async (id: number, change: (list: Watchlist) => Watchlist) => {
      const index = lists.findIndex((list) => list.id === id);
      const before = lists[index];
      if (before) lists[index] = change(before);
      return true;
    },
  } as unknown as WatchlistEditor;
  return { editor, lists };
}

test('the list that another device has made gets the symbols of this one', async () => {
  const { editor, lists } = editorWith({ name: FAVOURITES, entries: [symbol('FMP:TSLA')] });
  await makeFavourites(editor, ['FMP:AAPL']);
  expect(lists.map(({ entries }) => entries)).toEqual([[symbol('FMP:AAPL'), symbol('FMP:TSLA')]]);
});

test('a renamed list of favourites is left alone, and another one made', async () => {
  const { editor, lists } = editorWith({ name: 'Morning', entries: [] });
  await makeFavourites(editor, ['FMP:AAPL']);
  expect(lists.map(({ name, entries }) => [name, entries])).toEqual([
    ['Morning', []],
    [FAVOURITES, [symbol('FMP:AAPL')]],
  ]);
});
