import { z } from 'zod';

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

const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'not a date');
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
