import { z } from 'zod';

const volume = z.number().nullish();

/** A day of `historical-price-eod/full`, whose `change` and `vwap` are unreliable and not read. */
export const fmpDailyBar = z.object({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume,
});
export type FmpDailyBar = z.infer<typeof fmpDailyBar>;

/** An intraday bar; `date` is New York's wall clock, without a zone. */
export const fmpIntradayBar = z.object({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume,
});
export type FmpIntradayBar = z.infer<typeof fmpIntradayBar>;

export const fmpSearchRow = z.object({
  symbol: z.string().min(1),
  name: z.string().nullish(),
  currency: z.string().nullish(),
  exchangeFullName: z.string().nullish(),
  exchange: z.string().nullish(),
});
export type FmpSearchRow = z.infer<typeof fmpSearchRow>;

export const fmpCryptocurrency = z.object({
  symbol: z.string().min(1),
  name: z.string().nullish(),
});
export type FmpCryptocurrency = z.infer<typeof fmpCryptocurrency>;

export const fmpListedShare = z.object({ symbol: z.string().min(1), name: z.string().nullish() });
export type FmpListedShare = z.infer<typeof fmpListedShare>;

export const fmpForexPair = z.object({
  symbol: z.string().min(1),
  fromCurrency: z.string(),
  toCurrency: z.string(),
  fromName: z.string().nullish(),
  toName: z.string().nullish(),
});
export type FmpForexPair = z.infer<typeof fmpForexPair>;

export const fmpCommodity = z.object({
  symbol: z.string().min(1),
  name: z.string().nullish(),
  tradeMonth: z.string().nullish(),
  currency: z.string().nullish(),
});
export type FmpCommodity = z.infer<typeof fmpCommodity>;

export const fmpIndex = z.object({
  symbol: z.string().min(1),
  name: z.string().nullish(),
  exchange: z.string().nullish(),
  currency: z.string().nullish(),
});
export type FmpIndex = z.infer<typeof fmpIndex>;

export const fmpQuote = z.object({
  symbol: z.string(),
  price: z.number(),
  /** Epoch seconds. */
  timestamp: z.number().nullish(),
  /** Volume of the day so far. */
  volume,
  dayLow: z.number().nullish(),
  dayHigh: z.number().nullish(),
});
export type FmpQuote = z.infer<typeof fmpQuote>;

/** Every error, even with HTTP 200. */
export const fmpError = z.object({ 'Error Message': z.string() });
