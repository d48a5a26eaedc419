import { MARKET_HOURS_IDS, RESOLUTIONS, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import * as z from 'zod/mini';
import { EXCHANGES, type ExchangeName, FEED_EXCHANGES } from './exchanges.ts';

export const exchangeName = z.enum(EXCHANGES);

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
  name: z.string(),
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
