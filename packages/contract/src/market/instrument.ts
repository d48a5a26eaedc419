import * as z from 'zod/mini';

/** The four sources, as the specification spells them. */
export const EXCHANGES = ['BVG', 'FMP', 'Bitfinex', 'Tiingo'] as const;
export type ExchangeName = (typeof EXCHANGES)[number];
export const exchangeName = z.enum(EXCHANGES);

/** One value for each source. */
export function byExchange<T>(of: (exchange: ExchangeName) => T): Record<ExchangeName, T> {
  return { BVG: of('BVG'), FMP: of('FMP'), Bitfinex: of('Bitfinex'), Tiingo: of('Tiingo') };
}

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

const STOCK_EXCHANGES = [
  'xams',
  'xasx',
  'xbru',
  'xcse',
  'xdub',
  'xetr',
  'xhel',
  'xhkg',
  'xjse',
  'xkrx',
  'xlis',
  'xlon',
  'xmad',
  'xmil',
  'xnse',
  'xnze',
  'xosl',
  'xpar',
  'xses',
  'xshg',
  'xsto',
  'xswx',
  'xtai',
  'xtks',
  'xtse',
  'xwar',
  'xwbo',
] as const;

/** When an instrument trades, by name: the calendar knows the hours. Share exchanges are named by their MIC. */
export const marketHoursId = z.enum([
  'crypto',
  'forex',
  'metals',
  'us-stocks',
  'safex',
  ...STOCK_EXCHANGES,
]);
const RESOLUTION_NAMES = [
  '1',
  '5',
  '15',
  '30',
  '60',
  '120',
  '180',
  '240',
  '1D',
  '1W',
  '1M',
] as const;
export const resolution = z.enum(RESOLUTION_NAMES, {
  error: `must be one of ${RESOLUTION_NAMES.join(', ')}`,
});

/** One row of an exchange's symbol list. */
export const flatSymbol = z.strictObject({
  code: z.string(),
  description: z.string(),
  /** How the assets of a pair are called, the base first: it is found by them. */
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

/** What a chart needs to know of a symbol before its first bar. */
export const symbolInfo = z.strictObject({
  /** The code, without the exchange. */
  name: z.string(),
  /** `EXCHANGE:CODE`, for crypto `EXCHANGE:BASE/QUOTE`: the unique id. */
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
  /** A calendar or commodity spread may trade below zero: no logarithmic scale. */
  mayBeNegative: z.boolean(),
});
export type SymbolInfo = z.infer<typeof symbolInfo>;

/** The one instrument that everybody sees, whatever the account; visitors' previews are of it. */
export function isFreeInstrument({
  exchange,
  code,
}: {
  exchange: ExchangeName;
  code: string;
}): boolean {
  return exchange === 'FMP' && code === 'BTCUSD';
}
