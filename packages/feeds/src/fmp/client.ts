import type { z } from 'zod';
import { parseRows } from '../http/answer.ts';
import type { CallKind } from '../http/fetch-answer.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { CallContext } from '../http/vendor-calls.ts';
import type { FeedEnvironment } from '../settings.ts';
import * as wire from './wire.ts';

/** Bars of a symbol between two dates of New York, both included. */
export type FmpBarsQuery = { symbol: string; from: string; to: string };
export type FmpInterval = '1min' | '5min' | '15min' | '1hour';

/**
 * FMP's endpoints, one method each.
 * @see https://site.financialmodelingprep.com/developer/docs
 */
export type FmpClient = {
  /** Newest first, at most 5 000 rows. @see https://site.financialmodelingprep.com/developer/docs#historical-price-eod-full */
  dailyBars: (query: FmpBarsQuery, context: CallContext) => Promise<wire.FmpDailyBar[]>;
  /** Newest first. @see https://site.financialmodelingprep.com/developer/docs#intraday-1-min */
  intradayBars: (
    query: FmpBarsQuery & { interval: FmpInterval },
    context: CallContext,
  ) => Promise<wire.FmpIntradayBar[]>;
  /** @see https://site.financialmodelingprep.com/developer/docs#search-symbol */
  searchSymbol: (
    query: string,
    limit: number,
    context: CallContext,
  ) => Promise<wire.FmpSearchRow[]>;
  /** @see https://site.financialmodelingprep.com/developer/docs#search-name */
  searchName: (query: string, limit: number, context: CallContext) => Promise<wire.FmpSearchRow[]>;
  /** Shares that trade now, tens of thousands. @see https://site.financialmodelingprep.com/developer/docs#actively-trading-list */
  activelyTradingList: (context: CallContext) => Promise<wire.FmpListedShare[]>;
  /** @see https://site.financialmodelingprep.com/developer/docs#cryptocurrency-list */
  cryptocurrencyList: (context: CallContext) => Promise<wire.FmpCryptocurrency[]>;
  /** @see https://site.financialmodelingprep.com/developer/docs#forex-list */
  forexList: (context: CallContext) => Promise<wire.FmpForexPair[]>;
  /** @see https://site.financialmodelingprep.com/developer/docs#commodities-list */
  commoditiesList: (context: CallContext) => Promise<wire.FmpCommodity[]>;
  /** @see https://site.financialmodelingprep.com/developer/docs#indexes-list */
  indexList: (context: CallContext) => Promise<wire.FmpIndex[]>;
  /** Unknown symbols are left out. @see https://site.financialmodelingprep.com/developer/docs#batch-quote */
  batchQuote: (symbols: readonly string[], context: CallContext) => Promise<wire.FmpQuote[]>;
  /** @see https://site.financialmodelingprep.com/developer/docs#quote */
  quote: (symbol: string, context: CallContext) => Promise<wire.FmpQuote[]>;
};

export function createFmpClient(environment: FeedEnvironment, http: HttpClient): FmpClient {
  function rows<Row>(kind: CallKind, path: string, schema: z.ZodType<Row>) {
    return (query: Record<string, string | number>, context: CallContext) =>
      http.get({ ...context, kind, path, query }, (body) =>
        parseRows(environment, schema, body, `FMP ${path} ${context.instrument ?? ''}`.trim()),
      );
  }
  const intraday = (interval: FmpInterval) =>
    rows('history', `/historical-chart/${interval}`, wire.fmpIntradayBar);
  const search = (path: string) => rows('history', path, wire.fmpSearchRow);
  const batchQuote = rows('quote', '/batch-quote', wire.fmpQuote);
  const quote = rows('quote', '/quote', wire.fmpQuote);
  const list = <Row>(path: string, schema: z.ZodType<Row>) => {
    const read = rows('history', path, schema);
    return (context: CallContext) => read({}, context);
  };

  return {
    dailyBars: rows('history', '/historical-price-eod/full', wire.fmpDailyBar),
    intradayBars: ({ interval, ...query }, context) => intraday(interval)(query, context),
    searchSymbol: (query, limit, context) => search('/search-symbol')({ query, limit }, context),
    searchName: (query, limit, context) => search('/search-name')({ query, limit }, context),
    activelyTradingList: list('/actively-trading-list', wire.fmpListedShare),
    cryptocurrencyList: list('/cryptocurrency-list', wire.fmpCryptocurrency),
    forexList: list('/forex-list', wire.fmpForexPair),
    commoditiesList: list('/commodities-list', wire.fmpCommodity),
    indexList: list('/index-list', wire.fmpIndex),
    batchQuote: (symbols, context) => batchQuote({ symbols: symbols.join(',') }, context),
    quote: (symbol, context) => quote({ symbol }, context),
  };
}
