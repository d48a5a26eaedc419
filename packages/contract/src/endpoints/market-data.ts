import * as z from 'zod/mini';
import { bar } from '../bar.ts';
import { endpoint } from '../endpoint.ts';
import { exchangeEntry, exchangeName, flatSymbol, resolution, symbolInfo } from '../instrument.ts';

/** Bars a history answer may hold at most. */
export const MAX_HISTORY_LIMIT = 2_000;
/** Days a history request may span: longer than any market's history. */
export const MAX_HISTORY_DAYS = 36_525;
/** A larger number of seconds is a number of milliseconds by mistake. */
export const MAX_EPOCH_SECONDS = 1e11;

const exchanges = z.record(exchangeName, exchangeEntry);
const seconds = z.coerce
  .number<number>({ error: 'must be a number of seconds' })
  .check(
    z.int('must be a whole number of seconds'),
    z.minimum(0, 'must be at least 0'),
    z.maximum(MAX_EPOCH_SECONDS, `must be at most ${MAX_EPOCH_SECONDS}: seconds, not milliseconds`),
  );

/** A whole number in a query, with messages that name its limits. */
function wholeBetween(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce
    .number<number>({ error })
    .check(z.int(error), z.minimum(least, error), z.maximum(most, error));
}

/** Every exchange with its enabled symbols, locked or not for the caller. */
export const getAllExchanges = endpoint({
  name: 'getAllExchanges',
  method: 'GET',
  path: '/api/data/v3/all/exchanges',
  access: 'user',
  response: exchanges,
});

/** The same list for anybody: everything but `FMP:BTCUSD` locked. */
export const getPreviewExchanges = endpoint({
  name: 'getPreviewExchanges',
  method: 'GET',
  path: '/api/data/v3/preview/exchanges',
  access: 'public',
  response: exchanges,
});

export const historyQuery = z.strictObject({
  e: z.string().check(z.minLength(1), z.maxLength(20)),
  fsym: z.string().check(z.maxLength(80, 'must have at most 80 characters')),
  tsym: z.optional(z.string().check(z.maxLength(20, 'must have at most 20 characters'))),
  fromTs: seconds,
  toTs: seconds,
  resolution,
  limit: z._default(wholeBetween(1, MAX_HISTORY_LIMIT), MAX_HISTORY_LIMIT),
  countBack: z._default(wholeBetween(-1, MAX_HISTORY_LIMIT), -1),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

/**
 * A page of history, ascending. `NextTime`: the newest bar older than the first one answered (without bars: older than
 * `fromTs`). `NoData` only where neither a bar in the range nor an older one exists. `Warning` names the feed whose
 * failure leaves the newest part out of what is stored.
 */
export const historyAnswer = z.strictObject({
  Response: z.literal('Success'),
  Data: z.array(bar),
  NextTime: z.optional(z.int()),
  NoData: z.optional(z.literal(true)),
  Warning: z.optional(z.string()),
});
export type HistoryAnswer = z.infer<typeof historyAnswer>;

/** What `histoday` says of a failure, with a status of 400 and above. */
export const historyError = z.strictObject({
  Response: z.literal('Error'),
  Message: z.string(),
  code: z.string(),
  requestId: z.string(),
});
export type HistoryError = z.infer<typeof historyError>;

/** Bars of one symbol in `[fromTs, toTs)`, seconds: the newest `limit` of them, or `countBack` before `toTs`. */
export const getHistory = endpoint({
  name: 'getHistory',
  method: 'GET',
  path: '/api/data/histoday',
  access: 'public',
  query: historyQuery,
  response: historyAnswer,
});

/** Enabled symbols whose code or description contains the text; at most `limit`, the best match first. */
export const searchSymbols = endpoint({
  name: 'searchSymbols',
  method: 'GET',
  path: '/api/data/search',
  access: 'public',
  query: z.strictObject({
    query: z._default(z.string().check(z.maxLength(80)), ''),
    exchange: z.optional(exchangeName),
    limit: z._default(wholeBetween(1, 100), 30),
  }),
  response: z.array(z.extend(flatSymbol, { source: exchangeName })),
});

/** One symbol, in any of the four notations; without an exchange FMP is meant first. */
export const getSymbol = endpoint({
  name: 'getSymbol',
  method: 'GET',
  path: '/api/data/symbol',
  access: 'public',
  query: z.strictObject({ symbol: z.string().check(z.maxLength(80)) }),
  response: symbolInfo,
});
