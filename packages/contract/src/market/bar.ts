import * as z from 'zod/mini';

/**
 * A bar. `time` is the start in epoch milliseconds UTC; day, week and month bars carry 00:00 UTC of the trading date,
 * of the Monday, of the 1st. `volume` is null if the feed has none. Lists are ascending and unique.
 */
export const bar = z.strictObject({
  time: z.int(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.nullable(z.number()),
});
export type Bar = z.infer<typeof bar>;

/**
 * The newest price of an instrument, with bid and ask if the source has them. `previousClose` is the close of the session
 * before that of the price; null if it is not known for certain.
 */
export const quote = z.strictObject({
  price: z.number(),
  timeMs: z.int(),
  bid: z.nullable(z.number()),
  ask: z.nullable(z.number()),
  previousClose: z.nullable(z.number()),
});
export type Quote = z.infer<typeof quote>;
