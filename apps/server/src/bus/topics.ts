import { STORED_RESOLUTIONS } from '@moneytrail/calendar';
import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import * as z from 'zod';
import type { Topic } from './tick-bus.ts';

const moment = z.int().nonnegative();
const price = z.number();

/** The fencing token of the publisher's lease: messages with a smaller one than seen before are dropped. */
const token = z.int().nonnegative();

const instrumentTick = z.object({
  timeMs: moment,
  price,
  sinceMs: moment.optional(),
  high: price.optional(),
  low: price.optional(),
  volume: z.number().optional(),
  bid: price.optional(),
  ask: price.optional(),
});
/** A price from a live source, with extremes and volume since its last tick, which was at `sinceMs` if it is told. */
export type InstrumentTick = z.infer<typeof instrumentTick>;

const publishedTick = instrumentTick.extend({ token });
type PublishedTick = z.infer<typeof publishedTick>;

const feedState = z.object({ token, exchange: z.enum(EXCHANGES), isOffline: z.boolean() });
/** Whether a feed is offline, published by the process that owns it. */
type FeedState = z.infer<typeof feedState>;

const barsWritten = z.object({
  instrumentId: z.int(),
  resolution: z.enum(STORED_RESOLUTIONS),
  fromMs: z.int(),
  toMs: z.int(),
});
/** Stored bars with `fromMs` ≤ time < `toMs` were written or corrected. */
export type BarsWritten = z.infer<typeof barsWritten>;

const subscribed = z.object({ instrumentIds: z.array(z.int()) });
/** The instruments that stream clients of one api process subscribe to now. */
type Subscribed = z.infer<typeof subscribed>;

const accessChanged = z.object({ userId: z.string() });
/** A user's rights changed: role, tier, flags, payment, approval, suspension. */
type AccessChanged = z.infer<typeof accessChanged>;

const layoutChanged = z.object({
  userId: z.string(),
  id: z.int(),
  revision: z.int().nullable(),
});
/** A user's layout was saved, or removed if it has no revision. */
type LayoutChanged = z.infer<typeof layoutChanged>;

const instrumentsChanged = z.object({ exchange: z.enum(EXCHANGES) });
/** Instruments were enabled or disabled. */
type InstrumentsChanged = z.infer<typeof instrumentsChanged>;

/** The ticks of one instrument. */
export function ticksOf(instrumentId: number): Topic<PublishedTick> {
  return { subject: `ticks.${instrumentId}`, schema: publishedTick };
}

/** The state of a feed: published at every change and repeated every few seconds for late subscribers. */
export function feedStateOf(exchange: ExchangeName): Topic<FeedState> {
  return { subject: `feed.${exchange}`, schema: feedState };
}

const streamSpent = z.object({ by: z.string(), caller: z.string(), units: z.int().positive() });
/** A caller's operations on the streams of the process `by`, since its last notice about the caller. */
type StreamSpent = z.infer<typeof streamSpent>;

export const BARS_WRITTEN: Topic<BarsWritten> = { subject: 'bars.written', schema: barsWritten };
export const SUBSCRIBED: Topic<Subscribed> = { subject: 'live.subscribed', schema: subscribed };
export const ACCESS_CHANGED: Topic<AccessChanged> = {
  subject: 'access.changed',
  schema: accessChanged,
};
export const LAYOUT_CHANGED: Topic<LayoutChanged> = {
  subject: 'layouts.changed',
  schema: layoutChanged,
};
export const STREAM_SPENT: Topic<StreamSpent> = { subject: 'stream.spent', schema: streamSpent };
export const INSTRUMENTS_CHANGED: Topic<InstrumentsChanged> = {
  subject: 'instruments.changed',
  schema: instrumentsChanged,
};
