import { z } from 'zod';

/** The vendor sends both `…T00:00:00.000Z` and `…T00:00:00+00:00`. */
const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'not a date');

const prices = {
  date: moment,
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
};

/** A day at its traded prices; the factor of a split is that of its first day. */
export const tiingoDailyBar = z.object({
  ...prices,
  volume: z.number().nullish(),
  splitFactor: z.number().positive().nullish(),
});
export type TiingoDailyBar = z.infer<typeof tiingoDailyBar>;

/** IEX, fx and crypto bars; fx has no volume, IEX only if the column is requested. */
export const tiingoBar = z.object({ ...prices, volume: z.number().nullish() });
export type TiingoBar = z.infer<typeof tiingoBar>;

export const tiingoCryptoPrices = z.object({ ticker: z.string(), priceData: z.array(z.unknown()) });

export const tiingoSearchRow = z.object({
  ticker: z.string().min(1),
  name: z.string().nullish(),
  assetType: z.string().nullish(),
  isActive: z.boolean().nullish(),
  countryCode: z.string().nullish(),
});
export type TiingoSearchRow = z.infer<typeof tiingoSearchRow>;

export const tiingoCryptoMeta = z.object({
  ticker: z.string().min(1),
  name: z.string().nullish(),
  baseCurrency: z.string().nullish(),
  quoteCurrency: z.string().nullish(),
});
export type TiingoCryptoMeta = z.infer<typeof tiingoCryptoMeta>;

export const tiingoError = z.object({ detail: z.string() });

/** @see https://www.tiingo.com/documentation/websockets/crypto */
export const tiingoMessage = z.object({
  /** A new data, U update, D delete, I info, E error, H heartbeat. */
  messageType: z.string(),
  data: z.unknown().optional(),
  response: z.object({ code: z.number(), message: z.string().optional() }).optional(),
});
export type TiingoMessage = z.infer<typeof tiingoMessage>;

/** Part of the answer to the first request on a connection. */
export const tiingoSubscribed = z.object({ subscriptionId: z.union([z.number(), z.string()]) });

const price = z.number().nullable();

/** `["T", ticker, date, exchange, lastSize, lastPrice]`. */
export const tiingoCryptoTrade = z.tuple(
  [z.literal('T'), z.string(), moment, z.unknown(), price, z.number()],
  z.unknown(),
);
/** `["Q", ticker, date, exchange, bidSize, bidPrice, mid, askSize, askPrice]`. */
export const tiingoCryptoQuote = z.tuple(
  [z.literal('Q'), z.string(), moment, z.unknown(), price, price, price, price, price],
  z.unknown(),
);
/** `["Q", ticker, date, bidSize, bidPrice, mid, askSize, askPrice]`. */
export const tiingoFxQuote = z.tuple(
  [z.literal('Q'), z.string(), moment, price, price, z.number(), price, price],
  z.unknown(),
);
/** `[date, ticker, referencePrice]`. */
export const tiingoIexPrice = z.tuple([moment, z.string(), z.number()], z.unknown());
