import * as z from 'zod/mini';
import { bar, quote } from './market/bar.ts';
import { exchangeName, resolution } from './market/instrument.ts';

/** At most one update an instrument and resolution in this time reaches a browser. */
export const STREAM_CONFLATION_MS = 250;
/** The server speaks at least this often; silence of twice the time means the connection is dead. */
export const STREAM_HEARTBEAT_MS = 15_000;
export const STREAM_PATH = '/api/stream';

const channel = z.strictObject({ symbol: z.string().check(z.maxLength(80)), resolution });
/** What a browser watches: a symbol (the server answers with its ticker) in one resolution. */
export type StreamChannel = z.infer<typeof channel>;

/** What a browser says on `/api/stream?ticket=…`. */
export const streamRequest = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscribe'),
    channels: z.array(channel).check(z.maxLength(32)),
  }),
  z.strictObject({
    type: z.literal('unsubscribe'),
    channels: z.array(channel).check(z.maxLength(32)),
  }),
]);
export type StreamRequest = z.infer<typeof streamRequest>;

/**
 * What the server says. `update` carries the forming bar (its newest state, never a difference) and the quote;
 * `closed` a bar that ended since the last update of this channel. `offline` tells the state of a feed.
 */
export const streamMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('update'),
    symbol: z.string(),
    resolution,
    bar: z.nullable(bar),
    closed: z.nullable(bar),
    quote,
  }),
  z.strictObject({ type: z.literal('feed'), exchange: exchangeName, isOffline: z.boolean() }),
  z.strictObject({
    type: z.literal('refused'),
    symbol: z.string(),
    resolution,
    code: z.string(),
    message: z.string(),
  }),
  z.strictObject({ type: z.literal('heartbeat'), timeMs: z.int() }),
]);
export type StreamMessage = z.infer<typeof streamMessage>;
