import { STORED_RESOLUTIONS } from '@moneytrail/calendar';
import { EXCHANGES, type ExchangeName, SNAPSHOT_RESOLUTIONS } from '@moneytrail/contract';
import * as z from 'zod';
import type { Topic } from './tick-bus.ts';

const moment = z.int().nonnegative();
const price = z.number();

/**
 * The fencing tokens of the publisher's lease: messages with smaller ones than seen before are dropped. `token` is that of
 * the whole feed, which releases before groups know alone; `groupToken` that of the instrument's group.
 */
const token = z.int().nonnegative();
const groupToken = token;

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

const publishedTick = instrumentTick.extend({ token, groupToken: groupToken.optional() });
type PublishedTick = z.infer<typeof publishedTick>;

const feedState = z.object({
  token,
  exchange: z.enum(EXCHANGES),
  isOffline: z.boolean(),
  groups: z.array(z.object({ group: z.int().nonnegative(), groupToken })).optional(),
});
/** Whether groups of a feed are offline, published by the process that owns them; all groups if none is named. */
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

const watchlistChanged = z.object({
  userId: z.string(),
  id: z.int().nullable(),
  revision: z.int().nullable(),
});
/** A user's watchlist was saved, or removed if it has no revision; without an id their order changed. */
type WatchlistChanged = z.infer<typeof watchlistChanged>;

const snapshotsStored = z.object({
  instrumentId: z.int(),
  resolution: z.enum(SNAPSHOT_RESOLUTIONS),
  time: z.int(),
});
/** The snapshot of an instrument at the end of the bar that begins at `time` was stored, or corrected. */
export type SnapshotStored = z.infer<typeof snapshotsStored>;

const studiesAsked = z.object({ studies: z.array(z.string()) });
/** Screens ask for studies that were not asked for lately. */
type StudiesAsked = z.infer<typeof studiesAsked>;

const studyFiguresStored = z.object({ instrumentIds: z.array(z.int()) });
/** Figures of asked studies of instruments were stored. */
type StudyFiguresStored = z.infer<typeof studyFiguresStored>;

const alertsChanged = z.object({ deleted: z.array(z.int()) });
/** Alerts were made or changed, or deleted. */
type AlertsChanged = z.infer<typeof alertsChanged>;

const alertFired = z.object({ userId: z.string(), id: z.int() });
/** A firing of a user's alert was stored. */
type AlertFired = z.infer<typeof alertFired>;

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
export const WATCHLIST_CHANGED: Topic<WatchlistChanged> = {
  subject: 'watchlists.changed',
  schema: watchlistChanged,
};
export const SNAPSHOT_STORED: Topic<SnapshotStored> = {
  subject: 'snapshots',
  schema: snapshotsStored,
};
export const STUDIES_ASKED: Topic<StudiesAsked> = {
  subject: 'studies.asked',
  schema: studiesAsked,
};
export const STUDY_FIGURES_STORED: Topic<StudyFiguresStored> = {
  subject: 'studies.stored',
  schema: studyFiguresStored,
};
export const ALERTS_CHANGED: Topic<AlertsChanged> = {
  subject: 'alerts.changed',
  schema: alertsChanged,
};
export const ALERT_FIRED: Topic<AlertFired> = { subject: 'alerts.fired', schema: alertFired };
export const STREAM_SPENT: Topic<StreamSpent> = { subject: 'stream.spent', schema: streamSpent };
export const INSTRUMENTS_CHANGED: Topic<InstrumentsChanged> = {
  subject: 'instruments.changed',
  schema: instrumentsChanged,
};
