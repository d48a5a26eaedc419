import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bar } from '../market/bar.ts';
import { exchangeEntry, exchangeName, flatSymbol, symbolInfo } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { epochSeconds, symbolQuery, wholeNumber } from './query-fields.ts';

/** The maximum number of bars in a history response. */
export const MAX_HISTORY_LIMIT = 2_000;
/** The maximum span of a history request: longer than any market's history. */
export const MAX_HISTORY_DAYS = 36_525;

const exchanges = z.record(exchangeName, exchangeEntry);

export const getAllExchanges = endpoint({
  name: 'getAllExchanges',
  summary:
    'Lists every exchange with its enabled symbols and whether each is locked for the caller.',
  method: 'GET',
  path: '/api/data/v3/all/exchanges',
  access: 'user',
  prices: 'list',
  response: exchanges,
});

/** Everything but `FMP:BTCUSD` is locked. */
export const getPreviewExchanges = endpoint({
  name: 'getPreviewExchanges',
  summary: 'Lists every exchange with its symbols as a visitor sees them.',
  method: 'GET',
  path: '/api/data/v3/preview/exchanges',
  access: 'public',
  prices: 'preview',
  response: exchanges,
});

export const historyQuery = z.strictObject({
  ...symbolQuery,
  fromTs: epochSeconds,
  toTs: epochSeconds,
  limit: z._default(wholeNumber({ least: 1, most: MAX_HISTORY_LIMIT }), MAX_HISTORY_LIMIT),
  countBack: z._default(wholeNumber({ least: -1, most: MAX_HISTORY_LIMIT }), -1),
  /** The end of the range that the page is taken from, by default `newest`; `oldest` disregards `countBack`. */
  order: z.optional(z.enum(['newest', 'oldest'])),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

/**
 * A page of history, ascending. `NextTime`: the newest bar older than the first one returned (without bars, older than
 * `fromTs`). `NoData` is set only if there is neither a bar in the range nor an older one. `Warning` names a feed whose
 * failure leaves out the newest part. `KnownUntilMs` is set if the last bars may still change: the page includes all
 * trades up to this moment, on the feed's clock, so bars that closed before it are final.
 */
export const historyAnswer = z.strictObject({
  Response: z.literal('Success'),
  Data: z.array(bar),
  NextTime: z.optional(z.int()),
  NoData: z.optional(z.literal(true)),
  KnownUntilMs: z.optional(z.int()),
  Warning: z.optional(z.string()),
});
export type HistoryAnswer = z.infer<typeof historyAnswer>;

/** The body of a failed `histoday` call, status 400 and above. */
export const historyError = z.strictObject({
  Response: z.literal('Error'),
  Message: z.string(),
  code: z.string(),
  requestId: z.string(),
});
export type HistoryError = z.infer<typeof historyError>;

/**
 * Bars in `[fromTs, toTs)`, in seconds: the newest `limit` of them, `countBack` before `toTs`, or with `order=oldest` the
 * oldest ones, at most `limit`. From `fromTs` 0 these are the first of history, as far back as it is known.
 */
export const getHistory = endpoint({
  name: 'getHistory',
  summary: 'Returns a page of bars of one symbol, ascending.',
  method: 'GET',
  path: '/api/data/histoday',
  access: 'public',
  prices: 'instrument',
  isMetered: true,
  query: historyQuery,
  response: historyAnswer,
});

export const searchSymbols = endpoint({
  name: 'searchSymbols',
  summary: 'Finds enabled symbols by a part of their code or description, best match first.',
  method: 'GET',
  path: '/api/data/search',
  access: 'public',
  prices: 'list',
  query: z.strictObject({
    query: z._default(identifyingText().check(z.maxLength(80)), ''),
    exchange: z.optional(exchangeName),
    limit: z._default(wholeNumber({ least: 1, most: 100 }), 30),
  }),
  response: z.array(z.extend(flatSymbol, { source: exchangeName })),
});

/** The maximum number of symbols in one request for prices. */
export const MAX_QUOTED_SYMBOLS = 100;
const MAX_SYMBOL_LENGTH = 80;

/** The newest known price of a symbol; `simulated` is that of the symbol's row. */
export const symbolQuote = z.strictObject({
  exchange: exchangeName,
  code: z.string(),
  price: z.number(),
  priceScale: z.int(),
  /** Close of the session before that of the price; null if it is not known for certain. */
  previousClose: z.nullable(z.number()),
  /** The time of the price. For a bar that was stored while forming, the time the bar began. */
  timeMs: z.int(),
  /** The trading date, 00:00 UTC, of a price older than the newest session; null for a price of that session. */
  pastDayMs: z.nullable(z.int()),
  simulated: z.boolean(),
});
export type SymbolQuote = z.infer<typeof symbolQuote>;

const quotedSymbols = z.pipe(
  identifyingText().check(z.maxLength(MAX_QUOTED_SYMBOLS * (MAX_SYMBOL_LENGTH + 1))),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(z.string()).check(
      z.maxLength(MAX_QUOTED_SYMBOLS, `must name at most ${MAX_QUOTED_SYMBOLS} symbols`),
      z.refine(
        (symbols) => symbols.every(({ length }) => length > 0 && length <= MAX_SYMBOL_LENGTH),
        `must be symbols of 1 to ${MAX_SYMBOL_LENGTH} characters, separated by commas`,
      ),
    ),
  ),
);

/**
 * Symbols are written `EXCHANGE:CODE` and separated by commas. Symbols that are locked, unknown or without stored
 * prices are left out. Vendors are not asked.
 */
export const getQuotes = endpoint({
  name: 'getQuotes',
  summary: "Returns the newest known price of symbols and the previous session's close.",
  method: 'GET',
  path: '/api/data/quotes',
  access: 'user',
  prices: 'list',
  query: z.strictObject({ symbols: quotedSymbols }),
  response: z.array(symbolQuote),
});

/** Accepts any of the four notations; without an exchange FMP is tried first. */
export const getSymbol = endpoint({
  name: 'getSymbol',
  summary: 'Describes one symbol: hours, price scale and supported resolutions.',
  method: 'GET',
  path: '/api/data/symbol',
  access: 'public',
  prices: 'instrument',
  query: z.strictObject({ symbol: identifyingText().check(z.maxLength(80)) }),
  response: symbolInfo,
});
