import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import {
  getAllExchanges,
  getMarks,
  getQuotes,
  getSymbol,
  listPlans,
  type SymbolQuote,
  searchSymbols,
} from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { backoffMs } from '../lib/backoff.ts';
import { historyGate } from './history-gate.ts';
import type { BarsAddress } from './history-query.ts';
import { readUser } from './session/read-user.ts';
import { authorizedRequest } from './session/session.ts';

/** The signed-in user; the session check reads it too. */
export const currentUserQuery = queryOptions({
  queryKey: ['currentUser'],
  queryFn: ({ signal }) => readUser(signal),
  meta: { failure: 'silent' },
  staleTime: MINUTE_MS,
});

/**
 * All sources with their symbols. The answer is large, so it is refetched seldom, and after a change of rights or of the
 * connection; the stream reports sources that go offline or return.
 */
export const exchangesQuery = queryOptions({
  queryKey: ['exchanges'],
  queryFn: ({ signal }) => authorizedRequest(getAllExchanges, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: 10 * MINUTE_MS,
  meta: { failure: 'silent' },
});

/** An instrument by a symbol in any notation. */
export function symbolQuery(symbol: string) {
  return queryOptions({
    queryKey: ['symbol', symbol],
    queryFn: ({ signal }) => authorizedRequest(getSymbol, { query: { symbol } }, { signal }),
    staleTime: 10 * MINUTE_MS,
    meta: { failure: 'in-place' },
  });
}

/** Plans for sale, cheapest first. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await authorizedRequest(listPlans, {}, { signal })).data,
  staleTime: 10 * MINUTE_MS,
  meta: { failure: 'in-place' },
});

/** The server's search; local matches are shown before it answers. */
export function searchQuery(query: string) {
  return queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) =>
      authorizedRequest(searchSymbols, { query: { query, limit: 100 } }, { signal }),
    enabled: query !== '',
    staleTime: MINUTE_MS,
    meta: { failure: 'in-place' },
  });
}

/** The newest known price of each symbol (`EXCHANGE:CODE`), null where there is none; refetched while in use. */
export function quotesQuery(symbols: readonly string[]) {
  return queryOptions({
    queryKey: ['quotes', symbols],
    queryFn: async ({ signal }): Promise<Record<string, SymbolQuote | null>> => {
      const query = { symbols: [...symbols] };
      const quotes = await authorizedRequest(getQuotes, { query }, { signal });
      const none = symbols.map((symbol) => [symbol, null] as const);
      const known = quotes.map((quote) => [`${quote.exchange}:${quote.code}`, quote] as const);
      return Object.fromEntries([...none, ...known]);
    },
    enabled: symbols.length > 0,
    staleTime: 5 * SECOND_MS,
    refetchInterval: 5 * SECOND_MS,
    gcTime: MINUTE_MS,
    meta: { failure: 'silent' },
  });
}

/** A span of marks in seconds, end exclusive; once it `hasEnded`, no mark of it can change. */
export type MarkSpan = { fromTs: number; toTs: number; hasEnded: boolean };

/** Pauses before marks that came with a warning are read again: some may be missing. */
const WARNED_PAUSES = { firstMs: 2 * SECOND_MS, longestMs: 30 * SECOND_MS };

/** The pause after a number of warnings in a row, ms; false after none. */
export function warnedPauseMs(warnings: number): number | false {
  return warnings > 0 && backoffMs(warnings - 1, WARNED_PAUSES);
}

/** The published marks of a span, with the number of warnings in a row; an ended span is seldom refetched. */
export function marksQuery(address: BarsAddress, { hasEnded, ...span }: MarkSpan) {
  const query = { ...address, ...span };
  return queryOptions({
    queryKey: ['marks', { ...query, hasEnded }],
    queryFn: async ({ signal, client, queryKey }) => {
      const answer = await historyGate.run(
        () => authorizedRequest(getMarks, { query }, { signal }),
        signal,
      );
      const before = client.getQueryData<{ warnings: number }>(queryKey)?.warnings ?? 0;
      return { ...answer, warnings: answer.warning === undefined ? 0 : before + 1 };
    },
    staleTime: (hasEnded ? 10 : 1) * MINUTE_MS,
    gcTime: 10 * MINUTE_MS,
    refetchInterval: ({ state }) => warnedPauseMs(state.data?.warnings ?? 0),
    meta: { failure: 'in-place' },
  });
}

/** Filter of the marks that a closed bar may change: spans of its chart that have not ended. */
export function newestMarksOf(address: BarsAddress) {
  return { queryKey: ['marks', { ...address, hasEnded: false }] };
}
