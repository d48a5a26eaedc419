import { z } from 'zod';

/** An event of the stream; others are only counted. @see https://docs.bitfinex.com/docs/ws-general */
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

/** What the vendor tells of itself. */
export const INFO_CODES = { restart: 20_051, maintenance: 20_060, maintenanceOver: 20_061 };
