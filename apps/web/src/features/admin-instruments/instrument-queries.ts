import { SECOND_MS } from '@moneytrail/calendar';
import {
  type AvailableSymbols,
  type BackfillStatus,
  type ExchangeName,
  listBackfills,
  listBitfinexSymbols,
  listBvgInstruments,
  listExchangeInstruments,
  searchFmpSymbols,
  searchTiingoSymbols,
} from '@moneytrail/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../api/session/session.ts';

/** Polling interval of lists and statuses. */
const REFRESH_MS = 10 * SECOND_MS;
const MOST_FOUND = 200;

export const exchangeInstrumentsQuery = queryOptions({
  queryKey: ['admin', 'instruments', 'enabled'],
  queryFn: ({ signal }) => authorizedRequest(listExchangeInstruments, {}, { signal }),
  refetchInterval: REFRESH_MS,
  meta: { failure: 'in-place' },
});

/** Keyed by row. */
export type Backfills = ReadonlyMap<string, BackfillStatus>;

export const rowKey = (exchange: ExchangeName, code: string) => `${exchange} ${code}`;

export const backfillsQuery = queryOptions({
  queryKey: ['admin', 'instruments', 'backfills'],
  queryFn: ({ signal }) => authorizedRequest(listBackfills, {}, { signal }),
  select: (records): Backfills =>
    new Map(records.map((record) => [rowKey(record.exchange, record.symbol), record])),
  refetchInterval: REFRESH_MS,
  meta: { failure: 'in-place' },
});

export const contractsQuery = queryOptions({
  queryKey: ['admin', 'instruments', 'available', 'BVG'],
  queryFn: ({ signal }) => authorizedRequest(listBvgInstruments, {}, { signal }),
  refetchInterval: REFRESH_MS,
  meta: { failure: 'in-place' },
});

const SEARCHES = { FMP: searchFmpSymbols, Tiingo: searchTiingoSymbols } as const;
/** Exchanges that list available symbols only for a search. */
export type SearchedExchange = keyof typeof SEARCHES | 'Bitfinex';

const holds = (text: string, search: string) => text.toLowerCase().includes(search);

/** Bitfinex pairs are filtered here; the server filters the other vendors'. */
function matching({ symbols }: AvailableSymbols, search: string): AvailableSymbols {
  const found = symbols.filter(
    ({ code, description }) => holds(code, search) || holds(description, search),
  );
  return { symbols: found, isTruncated: false };
}

/** Case-insensitive; disabled while the search is blank. */
export function availableQuery(exchange: SearchedExchange, text: string) {
  const search = text.trim().toLowerCase();
  const isWhole = exchange === 'Bitfinex';
  return queryOptions({
    queryKey: ['admin', 'instruments', 'available', exchange, isWhole ? '' : search],
    queryFn: ({ signal }) =>
      isWhole
        ? authorizedRequest(listBitfinexSymbols, {}, { signal })
        : authorizedRequest(
            SEARCHES[exchange],
            { query: { symbol: search, limit: MOST_FOUND } },
            { signal },
          ),
    select: (answer) => (isWhole ? matching(answer, search) : answer),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    meta: { failure: 'in-place' },
  });
}
