import { z } from 'zod';

/** `[MTS, OPEN, CLOSE, HIGH, LOW, VOLUME, …]`: close stands second; fields may be appended. */
export const bitfinexCandle = z.tuple(
  [z.int(), z.number(), z.number(), z.number(), z.number(), z.number()],
  z.unknown(),
);
export type BitfinexCandle = z.infer<typeof bitfinexCandle>;

/** `[BID, BID_SIZE, ASK, ASK_SIZE, DAILY_CHANGE, DAILY_CHANGE_RELATIVE, LAST_PRICE, …]`. */
export const bitfinexTicker = z.tuple(
  [
    z.number().nullable(),
    z.unknown(),
    z.number().nullable(),
    z.unknown(),
    z.number().nullable(),
    z.unknown(),
    z.number(),
  ],
  z.unknown(),
);
export type BitfinexTicker = z.infer<typeof bitfinexTicker>;

/** Two keys asked, two lists answered: pairs, and labels of currencies. */
export const bitfinexConf = z.tuple(
  [z.array(z.string()), z.array(z.tuple([z.string(), z.string()], z.unknown()))],
  z.unknown(),
);
export type BitfinexConf = z.infer<typeof bitfinexConf>;

/** `["error", CODE, "message"]`. */
export const bitfinexError = z.tuple([z.literal('error'), z.number(), z.string()], z.unknown());
