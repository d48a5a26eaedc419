import { parseRows } from '../http/answer.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { CallContext } from '../http/vendor-calls.ts';
import type { FeedEnvironment } from '../settings.ts';
import * as wire from './wire.ts';

/** Dates as `YYYY-MM-DD`, both included; `frequency` as `1min`, `1hour`, `1day`. */
export type TiingoBarsQuery = {
  ticker: string;
  startDate: string;
  endDate: string;
  frequency: string;
};

/** Tiingo's endpoints, one method each. */
export type TiingoClient = {
  /** Oldest first. @see https://www.tiingo.com/documentation/end-of-day */
  dailyPrices: (
    query: Omit<TiingoBarsQuery, 'frequency'>,
    context: CallContext,
  ) => Promise<wire.TiingoDailyBar[]>;
  /** Oldest first, regular hours. @see https://www.tiingo.com/documentation/iex */
  iexPrices: (query: TiingoBarsQuery, context: CallContext) => Promise<wire.TiingoBar[]>;
  /** Oldest first. @see https://www.tiingo.com/documentation/crypto */
  cryptoPrices: (query: TiingoBarsQuery, context: CallContext) => Promise<wire.TiingoBar[]>;
  /** Oldest first, without volume. @see https://www.tiingo.com/documentation/forex */
  fxPrices: (query: TiingoBarsQuery, context: CallContext) => Promise<wire.TiingoBar[]>;
  /** Every cryptocurrency pair. @see https://www.tiingo.com/documentation/crypto */
  cryptoMeta: (context: CallContext) => Promise<wire.TiingoCryptoMeta[]>;
  /** At most 100. @see https://www.tiingo.com/documentation/utilities/search */
  search: (query: string, limit: number, context: CallContext) => Promise<wire.TiingoSearchRow[]>;
  /** Answers who asks with a right key. @see https://www.tiingo.com/documentation/general/connecting */
  test: () => Promise<unknown>;
};

const IEX_COLUMNS = 'open,high,low,close,volume';

export function createTiingoClient(environment: FeedEnvironment, http: HttpClient): TiingoClient {
  const range = ({ startDate, endDate, frequency }: TiingoBarsQuery) => ({
    startDate,
    endDate,
    resampleFreq: frequency,
  });
  const bars = (body: unknown, ticker: string) =>
    parseRows(environment, wire.tiingoBar, body, `Tiingo ${ticker}`);

  /** The rows lie one level deeper; an unknown ticker is an empty list. */
  function cryptoRows(body: unknown, ticker: string): wire.TiingoBar[] | null {
    const entries = parseRows(environment, wire.tiingoCryptoPrices, body, `Tiingo ${ticker}`);
    const entry = entries?.find((candidate) => candidate.ticker.toLowerCase() === ticker);
    return entry ? bars(entry.priceData, ticker) : entries && [];
  }

  return {
    dailyPrices: ({ ticker, startDate, endDate }, context) =>
      http.get(
        {
          ...context,
          kind: 'history',
          path: `/tiingo/daily/${encodeURIComponent(ticker)}/prices`,
          query: { startDate, endDate, resampleFreq: 'daily', sort: 'date' },
        },
        (body) => parseRows(environment, wire.tiingoDailyBar, body, `Tiingo ${ticker}`),
      ),
    iexPrices: (query, context) =>
      http.get(
        {
          ...context,
          kind: 'history',
          path: `/iex/${encodeURIComponent(query.ticker)}/prices`,
          query: { ...range(query), columns: IEX_COLUMNS },
        },
        (body) => bars(body, query.ticker),
      ),
    cryptoPrices: (query, context) =>
      http.get(
        {
          ...context,
          kind: 'history',
          path: '/tiingo/crypto/prices',
          query: { tickers: query.ticker, ...range(query) },
        },
        (body) => cryptoRows(body, query.ticker),
      ),
    fxPrices: (query, context) =>
      http.get(
        {
          ...context,
          kind: 'history',
          path: `/tiingo/fx/${encodeURIComponent(query.ticker)}/prices`,
          query: range(query),
        },
        (body) => bars(body, query.ticker),
      ),
    cryptoMeta: (context) =>
      http.get({ ...context, kind: 'history', path: '/tiingo/crypto' }, (body) =>
        parseRows(environment, wire.tiingoCryptoMeta, body, 'Tiingo crypto list'),
      ),
    search: (query, limit, context) =>
      http.get(
        { ...context, kind: 'history', path: '/tiingo/utilities/search', query: { query, limit } },
        (body) => parseRows(environment, wire.tiingoSearchRow, body, 'Tiingo search'),
      ),
    test: () => http.get({ kind: 'quote', isHealthCheck: true, path: '/api/test' }, (body) => body),
  };
}
