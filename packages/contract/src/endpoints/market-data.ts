import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bar } from '../market/bar.ts';
import { MAX_HISTORY_LIMIT } from '../market/history-limits.ts';
import { exchangeEntry, exchangeName, flatSymbol, symbolInfo } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { epochSeconds, symbolQuery, wholeNumber } from './query-fields.ts';

const exchanges = z.record(exchangeName, exchangeEntry);

export const getAllExchanges = endpoint({
  name: 'getAllExchanges',
  summary:
    'Lists every exchange with its enabled symbols and whether each is locked for the caller.',
  method: 'GET',
  path: '/api/data/v3/all/exchanges',
  access: 'user',
  scope: 'prices:read',
  prices: 'list',
  response: exchanges,
});

export const getPreviewExchanges = endpoint({
  name: 'getPreviewExchanges',
  summary: 'Lists every exchange with its symbols as a visitor sees them.',
  method: 'GET',
  path: '/api/data/v3/preview/exchanges',
  access: 'public',
  scope: 'prices:read',
  prices: 'preview',
  response: exchanges,
});

export const historyQuery = z.strictObject({
  ...symbolQuery,
  fromTs: epochSeconds,
  toTs: epochSeconds,
  limit: z._default(wholeNumber({ least: 1, most: MAX_HISTORY_LIMIT }), MAX_HISTORY_LIMIT),
  countBack: z._default(wholeNumber({ least: -1, most: MAX_HISTORY_LIMIT }), -1),
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
  Simulated: z.optional(z.literal(true)),
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

export const getHistory = endpoint({
  name: 'getHistory',
  summary: 'Returns a page of bars of one symbol, ascending.',
  method: 'GET',
  path: '/api/data/histoday',
  access: 'public',
  scope: 'prices:read',
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
  scope: 'prices:read',
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
  previousClose: z.nullable(z.number()),
  timeMs: z.int(),
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

export const getQuotes = endpoint({
  name: 'getQuotes',
  summary: "Returns the newest known price of symbols and the previous session's close.",
  method: 'GET',
  path: '/api/data/quotes',
  access: 'user',
  scope: 'prices:read',
  prices: 'list',
  query: z.strictObject({ symbols: quotedSymbols }),
  response: z.array(symbolQuote),
});

export const getSymbol = endpoint({
  name: 'getSymbol',
  summary: 'Describes one symbol: hours, price scale and supported resolutions.',
  method: 'GET',
  path: '/api/data/symbol',
  access: 'public',
  scope: 'prices:read',
  prices: 'instrument',
  query: z.strictObject({ symbol: identifyingText().check(z.maxLength(80)) }),
  response: symbolInfo,
});
