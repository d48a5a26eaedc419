import * as z from 'zod/mini';
import { bar, quote } from './market/bar.ts';
import { exchangeName, resolution } from './market/instrument.ts';
import { identifyingText } from './text.ts';

/** At most one update an instrument and resolution in this time reaches a browser. */
export const STREAM_CONFLATION_MS = 250;
/** The server sends something at least this often, so that a browser knows within 5 s that it cannot be reached. */
export const STREAM_HEARTBEAT_MS = 1_500;
export const STREAM_PATH = '/api/stream';

/** The close codes of the stream; the reason beside one is for people. */
export const STREAM_CLOSE = {
  /** The server stops, or cannot read the rights of whoever listens: connect again, perhaps to another one. */
  goingAway: 1001,
  /** A message that is not understood, or more messages than a browser sends. */
  badMessage: 1008,
  /** The session has ended: connecting again is of no use before signing in. */
  sessionEnded: 4401,
  /** Nothing was subscribed for a while. */
  idle: 4408,
  /** The account or the address has as many connections as it may: wait `STREAM_FULL_RETRY_MS`. */
  tooMany: 4429,
} as const;
export const STREAM_FULL_RETRY_MS = 60_000;

const channel = z.strictObject({ symbol: identifyingText().check(z.maxLength(80)), resolution });
/** What a browser subscribes to: a symbol (the server answers with its ticker) in one resolution. */
export type StreamChannel = z.infer<typeof channel>;

/** What a browser sends on `/api/stream?ticket=…`. */
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
 * What the server sends. `update` carries the forming bar (its newest state, never a difference) and the quote;
 * `closed` a bar that ended since the last update of this channel. `feed` carries the state of a feed. `rights` names
 * what the user may see, at the beginning and whenever it changed; a visitor's rights never do. `layout` names a layout
 * of the account that was saved, with its revision, or removed, without one; without an id some of that may have been
 * missed, and the list is to be read again.
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
  /** `version` is only compared: another one than before means that lists and locks have to be read again. */
  z.strictObject({ type: z.literal('rights'), version: z.string() }),
  z.strictObject({
    type: z.literal('layout'),
    id: z.nullable(z.int()),
    revision: z.nullable(z.int()),
  }),
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
