import { useDebouncedValue } from '@mantine/hooks';
import { MINUTE_MS } from '@moneytrail/calendar';
import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { exchangesQuery, searchQuery } from '../../../api/queries.ts';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import { isLocked } from '../paywall/locks.ts';
import { useStars } from '../watchlist/use-stars.ts';
import {
  filtered,
  matchSymbols,
  mergeFound,
  type SearchFilter,
  type SearchRow,
  tickerOf,
} from './match-symbols.ts';
import { useRecentSymbols } from './recent-symbols.ts';

/** Delay after the last key before the server is asked; local matches show at once. */
const SERVER_DELAY_MS = 800;

/**
 * The symbols that match a text and a filter; without a text, starred and then recent symbols come first. The sources
 * are polled every minute, as the stream reports only those of open charts.
 */
export function useSymbolSearch(text: string, filter: SearchFilter) {
  const exchanges = useQuery({ ...exchangesQuery, refetchInterval: MINUTE_MS });
  const { data: entries, error, isPending, refetch } = exchanges;
  const [settled] = useDebouncedValue(text.trim(), SERVER_DELAY_MS);
  const server = useQuery(searchQuery(settled));
  const recent = useRecentSymbols();
  const { starred, toggleStar } = useStars();
  const isOffline = (source: ExchangeName) => entries?.[source]?.isOffline ?? false;

  const all = EXCHANGES.flatMap((source) =>
    (entries?.[source]?.flatSymbols ?? []).map((row) => ({
      ...row,
      source,
      isOffline: isOffline(source),
    })),
  );
  const local = matchSymbols(filtered(all, filter), text);
  const isCurrent = settled === text.trim() && settled !== '';
  const found = filtered(isCurrent ? (server.data ?? []) : [], filter);
  const rows = mergeFound(local, found, isOffline);
  const isBlank = text.trim() === '';
  const rowsOf = (tickers: readonly string[]) => tickers.flatMap((ticker) => rowOf(rows, ticker));
  const [starredRows, recentRows] = [rowsOf(starred), rowsOf(recent)];
  const ahead = isBlank ? [...starredRows, ...recentRows] : [];
  return {
    exchanges: EXCHANGES.map((name) => {
      // An exchange without symbols has nothing to unlock.
      const hasSymbols = (entries?.[name]?.flatSymbols.length ?? 0) > 0;
      const isExchangeLocked = hasSymbols && isLocked({ exchange: name, code: null }, entries);
      return { name, isOffline: isOffline(name), isLocked: isExchangeLocked };
    }),
    rows: [...new Set([...ahead, ...rows])],
    /** All symbols known here, whatever is searched. */
    all,
    isBlank,
    isStarred: (row: SearchRow) => starredRows.includes(row),
    isRecent: (row: SearchRow) => isBlank && recentRows.includes(row),
    toggleStar: (row: SearchRow) => toggleStar(tickerOf(row)),
    isAsking: !isBlank && (!isCurrent || server.isFetching),
    /** The local symbols are still loading. */
    isLoading: isPending,
    error: entries ? null : error,
    retry: () => void refetch(),
  };
}

export type SymbolSearch = ReturnType<typeof useSymbolSearch>;

function rowOf(rows: readonly SearchRow[], ticker: string): SearchRow[] {
  return rows.filter((row) => isSameTicker(tickerOf(row), ticker)).slice(0, 1);
}
