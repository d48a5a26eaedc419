import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import * as z from 'zod';
import type { Topic } from './tick-bus.ts';

const moment = z.int().nonnegative();
const price = z.number();

const instrumentTick = z.object({
  timeMs: moment,
  price,
  high: price.optional(),
  low: price.optional(),
  volume: z.number().optional(),
  bid: price.optional(),
  ask: price.optional(),
  previousClose: price.optional(),
});
/** One thing a live source said of an instrument; extremes and volume since its last tick. */
export type InstrumentTick = z.infer<typeof instrumentTick>;

const feedState = z.object({ exchange: z.enum(EXCHANGES), isOffline: z.boolean() });
/** Whether a feed is heard, told by the process that owns it. */
type FeedState = z.infer<typeof feedState>;

const barsWritten = z.object({
  instrumentId: z.int(),
  resolution: z.enum(['1', '15', '60', '1D']),
  fromMs: z.int(),
  toMs: z.int(),
});
/** Stored bars with `fromMs` ≤ time < `toMs` were written or corrected. */
export type BarsWritten = z.infer<typeof barsWritten>;

const watched = z.object({ instrumentIds: z.array(z.int()) });
/** The instruments that browsers of one api process look at now. */
type Watched = z.infer<typeof watched>;

const accessChanged = z.object({ userId: z.string() });
/** A user's rights changed: role, tier, flags, payment, approval, suspension. */
type AccessChanged = z.infer<typeof accessChanged>;

/** The ticks of one instrument. */
export function ticksOf(instrumentId: number): Topic<InstrumentTick> {
  return { subject: `ticks.${instrumentId}`, schema: instrumentTick };
}

/** The state of one feed: said at every change and again every few seconds, for those who come late. */
export function feedStateOf(exchange: ExchangeName): Topic<FeedState> {
  return { subject: `feed.${exchange}`, schema: feedState };
}

export const BARS_WRITTEN: Topic<BarsWritten> = { subject: 'bars.written', schema: barsWritten };
export const WATCHED: Topic<Watched> = { subject: 'live.watched', schema: watched };
export const ACCESS_CHANGED: Topic<AccessChanged> = {
  subject: 'access.changed',
  schema: accessChanged,
};
