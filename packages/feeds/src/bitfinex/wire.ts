import { z } from 'zod';

/** `[MTS, OPEN, CLOSE, HIGH, LOW, VOLUME, …]`: the close comes before high and low; fields may be appended. */
export const bitfinexCandle = z.tuple(
  [z.int(), z.number(), z.number(), z.number(), z.number(), z.number()],
  z.unknown(),
);
export type BitfinexCandle = z.infer<typeof bitfinexCandle>;

/**
 * `[BID, BID_SIZE, ASK, …]`. The daily change that follows is one of 24 hours, not one since the close of the session
 * before.
 */
export const bitfinexTicker = z.tuple(
  [z.number().nullable(), z.unknown(), z.number().nullable()],
  z.unknown(),
);
export type BitfinexTicker = z.infer<typeof bitfinexTicker>;

/** Two lists for two keys: pairs, and labels of currencies. */
export const bitfinexConf = z.tuple(
  [z.array(z.string()), z.array(z.tuple([z.string(), z.string()], z.unknown()))],
  z.unknown(),
);
export type BitfinexConf = z.infer<typeof bitfinexConf>;

/** `["error", CODE, "message"]`. */
export const bitfinexError = z.tuple([z.literal('error'), z.number(), z.string()], z.unknown());

/** Events of the stream. @see https://docs.bitfinex.com/docs/ws-general */
export const bitfinexEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('info'),
    code: z.number().optional(),
    msg: z.string().optional(),
    platform: z.object({ status: z.number() }).optional(),
  }),
  z.object({
    event: z.literal('subscribed'),
    channel: z.string(),
    chanId: z.number(),
    key: z.string().optional(),
    symbol: z.string().optional(),
  }),
  z.object({ event: z.literal('unsubscribed'), chanId: z.number() }),
  z.object({
    event: z.literal('error'),
    code: z.number().optional(),
    msg: z.string().optional(),
    key: z.string().optional(),
    symbol: z.string().optional(),
  }),
  z.object({ event: z.enum(['pong', 'conf', 'auth']) }),
]);
export type BitfinexEvent = z.infer<typeof bitfinexEvent>;

/** `[chanId, payload, …]`; the payload is `"hb"`, a row or rows. */
export const bitfinexData = z.tuple([z.number(), z.unknown()], z.unknown());
