import type { SymbolInfo } from '@moneytrail/contract';
import type { QueryClient } from '@tanstack/react-query';
import { showToast } from '../../../stores/toasts.ts';
import { hasSymbol, makeFavourites, symbolsOf, withoutSymbol } from './favourites.ts';
import { showList, shownList, watchlistEditorOf } from './use-watchlists.ts';
import { watchlistsQuery } from './watchlists.ts';

/** Adds the chart's symbol to the shown list, also while the panel is closed, and tells so; without a list it makes one. */
export async function addShownSymbol(
  client: QueryClient,
  { ticker, name }: Pick<SymbolInfo, 'ticker' | 'name'>,
): Promise<void> {
  const editor = watchlistEditorOf(client);
  const list = shownList(await client.ensureQueryData(watchlistsQuery));
  if (list && hasSymbol(symbolsOf(list.entries), ticker)) {
    showToast({ kind: 'info', text: `${name} is in “${list.name}”.` });
    return;
  }
  const made = list ?? (await makeFavourites(editor, [ticker]).catch(() => null));
  if (!made) return;
  const { id, name: listName } = made;
  if (!list) showList(id);
  const isAdded =
    !list ||
    (await editor.change(id, (before) => ({
      ...before,
      entries: [...before.entries, { kind: 'symbol', symbol: ticker, flag: null }],
    })));
  if (!isAdded) return;
  const undo = () =>
    void editor.change(id, (before) => ({
      ...before,
      entries: withoutSymbol(before.entries, ticker),
    }));
  showToast({
    kind: 'success',
    text: `${name} was added to “${listName}”.`,
    action: { label: 'Undo', run: undo },
  });
}
