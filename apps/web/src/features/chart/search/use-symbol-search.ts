import { useDebouncedValue } from '@mantine/hooks';
import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { exchangesQuery, searchQuery } from '../../../api/queries.ts';
import { matchSymbols, mergeFound, type SearchRow, tickerOf } from './match-symbols.ts';
import { useRecentSymbols } from './recent-symbols.ts';

/** The server is asked this long after the last letter; what is known here shows at once. */
const SERVER_DELAY_MS = 800;

export type ExchangeChoice = { name: ExchangeName; isLocked: boolean; isOffline: boolean };

export type SymbolSearch = {
  exchanges: ExchangeChoice[];
  rows: SearchRow[];
  /** How many rows at the head were shown before on this device. */
  recentCount: number;
  isAsking: boolean;
  /** The symbols known here are still on their way. */
  isLoading: boolean;
  /** Why they could not be loaded. */
  error: unknown;
  retry: () => void;
};

/** What a text and an exchange find. */
export function useSymbolSearch(text: string, exchange: ExchangeName | null): SymbolSearch {
  const { data: entries, error, isPending, refetch } = useQuery(exchangesQuery);
  const [settled] = useDebouncedValue(text.trim(), SERVER_DELAY_MS);
  const server = useQuery(searchQuery(settled));
  const recent = useRecentSymbols();
  const isOffline = (source: ExchangeName) => entries?.[source]?.isOffline ?? false;

  const all = EXCHANGES.flatMap((source) =>
    (entries?.[source]?.flatSymbols ?? []).map((row) => ({
      ...row,
      source,
      isOffline: isOffline(source),
    })),
  );
  const local = matchSymbols(all, text, exchange);
  const isCurrent = settled === text.trim() && settled !== '';
  const found = (isCurrent ? (server.data ?? []) : []).filter(
    ({ source }) => exchange === null || source === exchange,
  );
  const rows = mergeFound(local, found, isOffline);
  const isBlank = text.trim() === '';
  const recentRows = isBlank ? recent.flatMap((ticker) => rowOf(rows, ticker)) : [];
  return {
    exchanges: EXCHANGES.map((name) => ({
      name,
      isOffline: isOffline(name),
      isLocked: entries?.[name]?.flatSymbols.every(({ locked }) => locked) ?? false,
    })),
    rows: [...recentRows, ...rows.filter((row) => !recentRows.includes(row))],
    recentCount: recentRows.length,
    isAsking: !isBlank && (!isCurrent || server.isFetching),
    isLoading: isPending,
    error: entries ? null : error,
    retry: () => void refetch(),
  };
}

/** The row of a ticker; a pair's slash does not count. */
function rowOf(rows: readonly SearchRow[], ticker: string): SearchRow[] {
  const plain = ticker.replaceAll('/', '');
  return rows.filter((row) => tickerOf(row).replaceAll('/', '') === plain).slice(0, 1);
}
