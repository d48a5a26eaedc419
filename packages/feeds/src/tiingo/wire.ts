import { z } from 'zod';

/** Both `…T00:00:00.000Z` and `…T00:00:00+00:00` are sent. */
const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'not a date');

const prices = {
  date: moment,
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
};

/** A day as it was traded; the factor of a split stands on its first day. */
export const tiingoDailyBar = z.object({
  ...prices,
  volume: z.number().nullish(),
  splitFactor: z.number().positive().nullish(),
});
export type TiingoDailyBar = z.infer<typeof tiingoDailyBar>;

/** IEX and fx bars, and the rows of crypto; fx has no volume, IEX only where the column is asked for. */
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
