import * as z from 'zod/mini';
import { bar, quote } from './market/bar.ts';
import { exchangeName } from './market/instrument.ts';
import { text } from './text.ts';

/** A browser gets at most one update an instrument and resolution in this time. */
export const STREAM_CONFLATION_MS = 250;
/** A browser gets the changed prices of its watched instruments once in this time. */
export const WATCHED_PRICES_MS = 1_000;
/** The longest silence of the server, so that a browser notices a lost connection within 5 s. */
export const STREAM_HEARTBEAT_MS = 1_500;
export const STREAM_PATH = '/api/stream';

/** The close codes of the stream; the reasons are for people. */
export const STREAM_CLOSE = {
  goingAway: 1001,
  badMessage: 1008,
  sessionEnded: 4401,
  idle: 4408,
  tooMany: 4429,
  tooOften: 4430,
} as const;
export const STREAM_FULL_RETRY_MS = 60_000;

/** A state of a bar, which includes all trades up to `knownUntilMs`, on the feed's clock: final from the bar's end on. */
const knownBar = z.extend(bar, { knownUntilMs: z.int() });

/**
 * A closed bar; `isCorrection` is set if the bar was closed before and its figures have changed since, so that it
 * replaces the one that was told.
 */
const closedBar = z.extend(knownBar, { isCorrection: z.optional(z.literal(true)) });

/**
 * A subscription: a symbol in any of its notations, and a resolution, `D`, `W` and `M` included. Every message of the
 * channel names both as they were asked for. Two spellings of one instrument and resolution are one channel: the newest
 * request gets the state again, and its spelling names the channel from then on. A channel that cannot be subscribed is
 * refused by itself; the others of its request go on.
 */
const channel = z.strictObject({ symbol: text(), resolution: text() });
export type StreamChannel = z.infer<typeof channel>;

/** A new price of a watched instrument, with the close of the trading date before. */
const priceRow = z.strictObject({
  symbol: z.string(),
  price: z.number(),
  timeMs: z.int(),
  previousClose: z.nullable(z.number()),
});
export type PriceRow = z.infer<typeof priceRow>;

/**
 * The messages of a browser on `/api/stream?ticket=…`. `watch` replaces the watched instruments, which are named as the
 * server writes their tickers; unknown and locked ones are left out.
 */
export const streamRequest = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscribe'),
    channels: z.array(channel).check(z.maxLength(32)),
  }),
  z.strictObject({
    type: z.literal('unsubscribe'),
    channels: z.array(channel).check(z.maxLength(32)),
  }),
  z.strictObject({
    type: z.literal('watch'),
    symbols: z.array(text().check(z.maxLength(80))).check(z.maxLength(500)),
  }),
]);
export type StreamRequest = z.infer<typeof streamRequest>;

/**
 * The messages of the server. `update` carries the newest state of the forming bar, never a difference, and the quote;
 * `closed` is a bar that ended, became final or was corrected since the last update of this channel. The first update comes
 * once the newest price and the previous close have been read, or after three seconds with what is known by then. `feed`
 * carries the state of a feed with the first channel of its exchange and after each change. `rights`
 * identifies what the user may see, at the start and after each change; a visitor's rights never change. `layout` names
 * a layout of the account that was saved, with its revision, or removed, without one; without an id some changes may
 * have been missed, and the list must be read again. `alert` names a new firing of the account's alerts, or none if some
 * may have been missed. `watchlist` names a watchlist of the account as `layout` names a layout; without an id the lists, or
 * their order, must be read again. `prices` carries the watched instruments whose price has changed, once a second at most.
 */
export const streamMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('update'),
    symbol: z.string(),
    resolution: z.string(),
    bar: z.nullable(knownBar),
    closed: z.nullable(closedBar),
    quote,
    simulated: z.optional(z.literal(true)),
  }),
  z.strictObject({ type: z.literal('feed'), exchange: exchangeName, isOffline: z.boolean() }),
  z.strictObject({ type: z.literal('rights'), version: z.string() }),
  z.strictObject({
    type: z.literal('layout'),
    id: z.nullable(z.int()),
    revision: z.nullable(z.int()),
  }),
  z.strictObject({
    type: z.literal('watchlist'),
    id: z.nullable(z.int()),
    revision: z.nullable(z.int()),
  }),
  z.strictObject({ type: z.literal('prices'), rows: z.array(priceRow) }),
  z.strictObject({ type: z.literal('alert'), firing: z.nullable(z.int()) }),
  z.strictObject({
    type: z.literal('refused'),
    symbol: z.string(),
    resolution: z.string(),
    code: z.string(),
    message: z.string(),
  }),
  z.strictObject({ type: z.literal('heartbeat'), timeMs: z.int() }),
]);
export type StreamMessage = z.infer<typeof streamMessage>;
