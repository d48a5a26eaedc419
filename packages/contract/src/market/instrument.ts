import { MARKET_HOURS_IDS, RESOLUTIONS, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import * as z from 'zod/mini';

/** The four vendors, spelled as in the specification. */
export const FEED_EXCHANGES = ['BVG', 'FMP', 'Bitfinex', 'Tiingo'] as const;
export type FeedExchange = (typeof FEED_EXCHANGES)[number];

/** The exchange of instruments that administrators make from files; it has no vendor and no live prices. */
export const IMPORTED = 'Imported';
/** Every source of prices. */
export const EXCHANGES = [...FEED_EXCHANGES, IMPORTED] as const;
export type ExchangeName = (typeof EXCHANGES)[number];
export const exchangeName = z.enum(EXCHANGES);

export function byExchange<T>(of: (exchange: ExchangeName) => T): Record<ExchangeName, T> {
  return { ...byFeed(of), Imported: of(IMPORTED) };
}

export function byFeed<T>(of: (exchange: FeedExchange) => T): Record<FeedExchange, T> {
  return { BVG: of('BVG'), FMP: of('FMP'), Bitfinex: of('Bitfinex'), Tiingo: of('Tiingo') };
}

/**
 * The access rule of an instrument made from a file. Super admins always see it; the others need a sign-in, full access,
 * or full access with the right to a vendor's prices.
 */
export const IMPORT_ACCESS = ['signedIn', 'fullAccess', ...FEED_EXCHANGES] as const;
export type ImportAccess = (typeof IMPORT_ACCESS)[number];
export const importAccess = z.enum(IMPORT_ACCESS);

export const INSTRUMENT_TYPES = [
  'crypto',
  'forex',
  'stock',
  'index',
  'commodity',
  'futures',
  'spread',
  'split',
] as const;
export type InstrumentType = (typeof INSTRUMENT_TYPES)[number];
export const instrumentType = z.enum(INSTRUMENT_TYPES);

/** The trading hours of an instrument, by the name of their calendar. */
export const marketHoursId = z.enum(MARKET_HOURS_IDS);

export const resolution = z.enum(RESOLUTIONS, {
  error: `must be one of ${RESOLUTIONS.join(', ')}`,
});

/** The resolutions that are stored; all others are rolled up from these. */
export const storedResolution = z.enum(STORED_RESOLUTIONS, {
  error: `must be one of ${STORED_RESOLUTIONS.join(', ')}`,
});

/** One row of an exchange's symbol list. */
export const flatSymbol = z.strictObject({
  code: z.string(),
  description: z.string(),
  /** The names of a pair's assets, base first, for the search. */
  assets: z.array(z.string()),
  exchange: z.strictObject({ name: z.string(), value: z.string() }),
  type: instrumentType,
  openingHour: z.string(),
  closingHour: z.string(),
  timezone: z.string(),
  locked: z.boolean(),
  simulated: z.boolean(),
});
export type FlatSymbol = z.infer<typeof flatSymbol>;

export const exchangeEntry = z.strictObject({
  isOffline: z.boolean(),
  flatSymbols: z.array(flatSymbol),
  pairs: z.record(z.string(), z.array(z.string())),
});
export type ExchangeEntry = z.infer<typeof exchangeEntry>;

/** The description of a symbol that a chart needs before its first bar. */
export const symbolInfo = z.strictObject({
  /** The code without the exchange. */
  name: z.string(),
  /** The unique id: `EXCHANGE:CODE`, for crypto `EXCHANGE:BASE/QUOTE`. */
  ticker: z.string(),
  description: z.string(),
  exchange: exchangeName,
  listedExchange: z.string(),
  type: instrumentType,
  session: z.string(),
  timezone: z.string(),
  marketHours: marketHoursId,
  pricescale: z.int(),
  minmov: z.int(),
  supported_resolutions: z.array(resolution),
  simulated: z.boolean(),
  /** Calendar and commodity spreads may trade below zero, so they have no logarithmic scale. */
  mayBeNegative: z.boolean(),
});
export type SymbolInfo = z.infer<typeof symbolInfo>;

/** The one instrument that everybody may see; visitors' previews show it. */
export function isFreeInstrument({
  exchange,
  code,
}: {
  exchange: ExchangeName;
  code: string;
}): boolean {
  return exchange === 'FMP' && code === 'BTCUSD';
}
