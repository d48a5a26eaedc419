import * as z from 'zod/mini';

/**
 * The canonical bar. `time` is epoch milliseconds UTC of the bar's start; day, week and month bars carry 00:00 UTC
 * of the trading date, of the Monday, of the 1st. `volume` is null where the feed has none. Lists are ascending, unique.
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

/** The newest price of an instrument and, where the source tells, its bid, ask and change since the day before. */
export const quote = z.strictObject({
  price: z.number(),
  timeMs: z.int(),
  bid: z.nullable(z.number()),
  ask: z.nullable(z.number()),
  previousClose: z.nullable(z.number()),
});
export type Quote = z.infer<typeof quote>;
