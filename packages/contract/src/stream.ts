import * as z from 'zod/mini';
import { bar, quote } from './market/bar.ts';
import { exchangeName, resolution } from './market/instrument.ts';
import { identifyingText } from './text.ts';

/** A browser gets at most one update an instrument and resolution in this time. */
export const STREAM_CONFLATION_MS = 250;
/** The longest silence of the server, so that a browser notices a lost connection within 5 s. */
export const STREAM_HEARTBEAT_MS = 1_500;
export const STREAM_PATH = '/api/stream';

/** The close codes of the stream; the reasons are for people. */
export const STREAM_CLOSE = {
  /** The server stops, or cannot read the listener's rights: reconnect, perhaps to another server. */
  goingAway: 1001,
  /** An invalid message, or more messages at once than are handled. */
  badMessage: 1008,
  /** The session has ended: reconnecting is pointless before signing in. */
  sessionEnded: 4401,
  /** No subscription for a while. */
  idle: 4408,
  /** The account or the address has the maximum number of connections: wait `STREAM_FULL_RETRY_MS`. */
  tooMany: 4429,
  /** The account or the visitor's network changes channels too often: wait `STREAM_FULL_RETRY_MS`. */
  tooOften: 4430,
} as const;
export const STREAM_FULL_RETRY_MS = 60_000;

/** A state of a bar, which includes all trades up to `knownUntilMs`, on the feed's clock: final from the bar's end on. */
const knownBar = z.extend(bar, { knownUntilMs: z.int() });

const channel = z.strictObject({ symbol: identifyingText().check(z.maxLength(80)), resolution });
/** A subscription: a symbol in one resolution. The server answers with the symbol's ticker. */
export type StreamChannel = z.infer<typeof channel>;

/** The messages of a browser on `/api/stream?ticket=…`. */
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
 * The messages of the server. `update` carries the newest state of the forming bar, never a difference, and the quote;
 * `closed` is a bar that ended, or became final, since the last update of this channel. `feed` carries the state of a feed. `rights`
 * identifies what the user may see, at the start and after each change; a visitor's rights never change. `layout` names
 * a layout of the account that was saved, with its revision, or removed, without one; without an id some changes may
 * have been missed, and the list must be read again.
 */
export const streamMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('update'),
    symbol: z.string(),
    resolution,
    bar: z.nullable(knownBar),
    closed: z.nullable(knownBar),
    quote,
  }),
  z.strictObject({ type: z.literal('feed'), exchange: exchangeName, isOffline: z.boolean() }),
  /** `version` is only compared: a new one means that lists and locks must be read again. */
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
