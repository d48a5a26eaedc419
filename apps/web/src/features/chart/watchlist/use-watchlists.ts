import type { PriceRow, Watchlist, WatchlistEntry, WatchRow } from '@moneytrail/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { stream } from '../../../api/stream/stream.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { useValue } from '../../../stores/use-value.ts';
import { USUAL_COLUMNS, WATCH_COLUMNS, type WatchColumn, type WatchSort } from './watch-columns.ts';
import {
  createWatchlistEditor,
  type WatchlistEditor,
  watchlistsQuery,
  watchRowsQuery,
} from './watchlists.ts';

const editors = new WeakMap<QueryClient, WatchlistEditor>();

/** One editor for the page, so that its saves follow one another. */
export function watchlistEditorOf(client: QueryClient): WatchlistEditor {
  const editor = editors.get(client) ?? createWatchlistEditor(client);
  editors.set(client, editor);
  return editor;
}

export function useWatchlistEditor(): WatchlistEditor {
  return watchlistEditorOf(useQueryClient());
}

/** The user's lists; another device's changes show within seconds. */
export function useWatchlists({ isEnabled = true }: { isEnabled?: boolean } = {}) {
  const editor = useWatchlistEditor();
  useEffect(() => stream.onWatchlist(editor.noticeRemote), [editor]);
  return useQuery({ ...watchlistsQuery, enabled: isEnabled });
}

const namesOf = (lists: readonly Watchlist[]): ReadonlyMap<number, string> =>
  new Map(lists.map(({ id, name }) => [id, name]));

/** The names of the user's lists by their ids; none while they are read. */
export function useListNames(): ReadonlyMap<number, string> {
  const { data } = useWatchlists();
  return namesOf(data ?? []);
}

type View = { listId: number | null; columns: readonly WatchColumn[]; sort: WatchSort | null };

const isColumn = (id: unknown): id is WatchColumn => WATCH_COLUMNS.some((one) => one.id === id);

function readView(stored: unknown): View {
  const fields: Record<string, unknown> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const { listId, columns, sort } = fields;
  const by = typeof sort === 'object' && sort !== null && 'by' in sort ? sort.by : null;
  const isDescending =
    typeof sort === 'object' &&
    sort !== null &&
    'isDescending' in sort &&
    sort.isDescending === true;
  return {
    listId: typeof listId === 'number' ? listId : null,
    columns: Array.isArray(columns) ? columns.filter(isColumn) : USUAL_COLUMNS,
    sort: isColumn(by) || by === 'symbol' ? { by, isDescending } : null,
  };
}

const view = createStoredValue('watchlistView', readView);

/** The list that the panel shows: the one chosen last on this device, else the first. */
export function shownList(lists: readonly Watchlist[]): Watchlist | undefined {
  const { listId } = view.get();
  return lists.find(({ id }) => id === listId) ?? lists[0];
}

/** Chooses the list that the panel shows. */
export function showList(listId: number): void {
  view.change((before) => ({ ...before, listId }));
}

/** The shown list, columns and order, as chosen last on this device. */
export function useWatchView() {
  return {
    ...useValue(view),
    update: (change: Partial<View>) => view.change((before) => ({ ...before, ...change })),
  };
}

type Prices = ReadonlyMap<string, PriceRow>;

/** The newest streamed prices of instruments by symbol; the array of symbols must stay the same object while equal. */
function useWatchedPrices(symbols: readonly string[]): Prices {
  const [prices, setPrices] = useState<Prices>(new Map());
  useEffect(() => {
    if (symbols.length === 0) return;
    return stream.watch(symbols, (rows) =>
      setPrices((before) => new Map([...before, ...rows.map((row) => [row.symbol, row] as const)])),
    );
  }, [symbols]);
  return prices;
}

/** A row with the newest price known of it. */
function withPrice(row: WatchRow, price: PriceRow | undefined): WatchRow {
  if (row.locked || !price || price.timeMs < (row.timeMs ?? 0)) return row;
  const previousClose = price.previousClose ?? row.previousClose;
  return { ...row, price: price.price, timeMs: price.timeMs, previousClose };
}

/** The rows of a list's instruments by symbol. */
export function useWatchRows(entries: readonly WatchlistEntry[]) {
  const key = entries
    .flatMap((entry) => (entry.kind === 'symbol' ? [entry.symbol] : []))
    .join('\n');
  const [symbols, setSymbols] = useState<{ key: string; list: readonly string[] }>(NO_SYMBOLS);
  if (symbols.key !== key) setSymbols({ key, list: key === '' ? [] : key.split('\n') });
  const { data, error, refetch } = useQuery(watchRowsQuery(symbols.list, '1D'));
  const prices = useWatchedPrices(symbols.list);
  const rows = new Map(
    (data ?? []).map((row) => [row.symbol, withPrice(row, prices.get(row.symbol))]),
  );
  return { rows, error: data ? null : error, refetch };
}

export type WatchedRows = ReturnType<typeof useWatchRows>;

const NO_SYMBOLS = { key: '', list: [] };
