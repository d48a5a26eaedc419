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
import { authorizedRequest } from '../../api/authorized-request.ts';

/** How often lists and statuses are read again while they are looked at. */
const REFRESH_MS = 10 * SECOND_MS;
const MOST_FOUND = 200;

/** Every exchange with its enabled instruments. */
export const exchangeInstrumentsQuery = queryOptions({
  queryKey: ['admin', 'instruments', 'enabled'],
  queryFn: ({ signal }) => authorizedRequest(listExchangeInstruments, {}, { signal }),
  refetchInterval: REFRESH_MS,
  meta: { failure: 'in-place' },
});

/** A record of an instrument's backfill, by the name of its row. */
export type Backfills = ReadonlyMap<string, BackfillStatus>;

export const rowKey = (exchange: ExchangeName, code: string) => `${exchange} ${code}`;

/** How the history of every enabled instrument is read. */
export const backfillsQuery = queryOptions({
  queryKey: ['admin', 'instruments', 'backfills'],
  queryFn: ({ signal }) => authorizedRequest(listBackfills, {}, { signal }),
  select: (records): Backfills =>
    new Map(records.map((record) => [rowKey(record.exchange, record.symbol), record])),
  refetchInterval: REFRESH_MS,
  meta: { failure: 'in-place' },
});

/** The contracts of the BVG that can be enabled. */
export const contractsQuery = queryOptions({
  queryKey: ['admin', 'instruments', 'available', 'BVG'],
  queryFn: ({ signal }) => authorizedRequest(listBvgInstruments, {}, { signal }),
  refetchInterval: REFRESH_MS,
  meta: { failure: 'in-place' },
});

const SEARCHES = { FMP: searchFmpSymbols, Tiingo: searchTiingoSymbols } as const;
/** Exchanges whose available symbols are shown where something is searched for. */
export type SearchedExchange = keyof typeof SEARCHES | 'Bitfinex';

const holds = (text: string, search: string) => text.toLowerCase().includes(search);

/** The pairs of a list that a text finds, as the other vendors' are found by the server. */
function matching({ symbols }: AvailableSymbols, search: string): AvailableSymbols {
  const found = symbols.filter(
    ({ code, description }) => holds(code, search) || holds(description, search),
  );
  return { symbols: found, isTruncated: false };
}

/** Symbols of an exchange that can be enabled and match a text, in any case; not asked for a blank one. */
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
