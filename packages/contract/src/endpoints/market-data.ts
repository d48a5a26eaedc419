import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bar } from '../market/bar.ts';
import { exchangeEntry, exchangeName, flatSymbol, symbolInfo } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { epochSeconds, symbolQuery, wholeNumber } from './query-fields.ts';

/** Bars a history answer may hold at most. */
export const MAX_HISTORY_LIMIT = 2_000;
/** Days a history request may span: longer than any market's history. */
export const MAX_HISTORY_DAYS = 36_525;

const exchanges = z.record(exchangeName, exchangeEntry);

/** Every exchange with its enabled symbols, locked or not for the caller. */
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

/** The same list for anybody: everything but `FMP:BTCUSD` locked. */
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
  summary: 'Answers a page of bars of one symbol, ascending.',
  method: 'GET',
  path: '/api/data/histoday',
  access: 'public',
  prices: 'instrument',
  isMetered: true,
  query: historyQuery,
  response: historyAnswer,
});

/** Enabled symbols whose code or description contains the text; at most `limit`, the best match first. */
export const searchSymbols = endpoint({
  name: 'searchSymbols',
  summary: 'Finds enabled symbols by a part of their code or description, the best match first.',
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

/** Symbols that one question for prices may name. */
export const MAX_QUOTED_SYMBOLS = 100;
const MAX_SYMBOL_LENGTH = 80;

/** The newest price that is known of a symbol; `simulated` and locks are of the row it stands in. */
export const symbolQuote = z.strictObject({
  exchange: exchangeName,
  code: z.string(),
  price: z.number(),
  priceScale: z.int(),
  /** Close of the session before the price's own; null where that is not known for certain. */
  previousClose: z.nullable(z.number()),
  /** When it was paid: of a bar that was still forming when it was stored, the time that bar began. */
  timeMs: z.int(),
  /** The trading date of a price that is older than the newest session, 00:00 UTC; null for a price of that session. */
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
        `must be symbols of 1 to ${MAX_SYMBOL_LENGTH} characters, parted by commas`,
      ),
    ),
  ),
);

/**
 * The newest known prices of some symbols, named `EXCHANGE:CODE` and parted by commas. What the caller may not see, what
 * does not exist and what nothing is stored of is left out; no vendor is asked.
 */
export const getQuotes = endpoint({
  name: 'getQuotes',
  summary: 'Answers the newest known price of symbols, and the close of the session before.',
  method: 'GET',
  path: '/api/data/quotes',
  access: 'user',
  prices: 'list',
  query: z.strictObject({ symbols: quotedSymbols }),
  response: z.array(symbolQuote),
});

/** One symbol, in any of the four notations; without an exchange FMP is meant first. */
export const getSymbol = endpoint({
  name: 'getSymbol',
  summary: 'Describes one symbol: hours, price scale and the resolutions it has.',
  method: 'GET',
  path: '/api/data/symbol',
  access: 'public',
  prices: 'instrument',
  query: z.strictObject({ symbol: identifyingText().check(z.maxLength(80)) }),
  response: symbolInfo,
});
