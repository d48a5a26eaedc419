import type { Resolution } from '@moneytrail/calendar';
import { MINUTE_MS } from '@moneytrail/calendar';
import {
  type ExchangeName,
  getAllExchanges,
  getMarks,
  getSymbol,
  searchSymbols,
} from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from './authorized-request.ts';
import { readUser } from './session/read-user.ts';

/** The person who uses the page. */
export const currentUserQuery = queryOptions({
  queryKey: ['currentUser'],
  queryFn: ({ signal }) => readUser(signal),
  staleTime: MINUTE_MS,
});

/** All sources with their symbols; read again every minute, as sources go offline and come back. */
export const exchangesQuery = queryOptions({
  queryKey: ['exchanges'],
  queryFn: ({ signal }) => authorizedRequest(getAllExchanges, {}, { signal }),
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
});

/** What a chart needs to know of a symbol, in any notation. */
export function symbolQuery(symbol: string) {
  return queryOptions({
    queryKey: ['symbol', symbol],
    queryFn: ({ signal }) => authorizedRequest(getSymbol, { query: { symbol } }, { signal }),
    staleTime: 10 * MINUTE_MS,
  });
}

/** The server's search; local matches are shown before it answers. */
export function searchQuery(query: string) {
  return queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) =>
      authorizedRequest(searchSymbols, { query: { query, limit: 100 } }, { signal }),
    enabled: query !== '',
    staleTime: MINUTE_MS,
  });
}

/** An instrument in a resolution, as data calls name it. */
export type BarsAddress = { e: ExchangeName; fsym: string; resolution: Resolution };

/** The published marks of a span. */
export function marksQuery(query: BarsAddress & { fromTs: number; toTs: number }) {
  return queryOptions({
    queryKey: ['marks', query],
    queryFn: ({ signal }) => authorizedRequest(getMarks, { query }, { signal }),
    staleTime: MINUTE_MS,
  });
}
