import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';

const moment = z.nullable(z.string());

/** How the history of one enabled instrument is read and kept up; moments are ISO 8601 in UTC, null where there is none. */
const backfillStatus = z.strictObject({
  symbol: z.string(),
  exchange: exchangeName,
  /** `NA`: never run. `idle`: waits for its turn or its next try (`isQueued`), or was cancelled. */
  status: z.enum(['running', 'idle', 'failed', 'completed', 'NA']),
  isQueued: z.boolean(),
  isCancellable: z.boolean(),
  /** When the run that goes on began. */
  runningSince: moment,
  /** When the last run ended, however it did. */
  lastRun: moment,
  /** Of a run that goes on the time of the bars it has reached, else up to where the vendor has answered. */
  lastSynced: moment,
  /** Up to where the last whole run has read. */
  backfillEnd: moment,
  /** Whether bars of the exchange's newest trading day are stored; true on a day without trading. */
  isSyncedToday: z.boolean(),
  /** Whether the last run ended within six hours or on the same day of the exchange. */
  isRecentlyRun: z.boolean(),
  /** Parts of the history that are read, of all that the run reads; `total` is null while that is not known. */
  done: z.int(),
  total: z.nullable(z.int()),
  /** Bars that the run has read. */
  barsRead: z.int(),
  barsPerMinute: z.nullable(z.number()),
  /** As long as the rest takes at the rate so far. */
  secondsLeft: z.nullable(z.int()),
  /** Why the last attempt failed, also where it is tried again. */
  error: z.nullable(z.string()),
  /** Until when a run that failed waits to be tried again. */
  nextTryAt: moment,
});
export type BackfillStatus = z.infer<typeof backfillStatus>;

const instrumentNamed = {
  symbol: identifyingText().check(z.minLength(1), z.maxLength(64)),
  exchange: exchangeName,
};
const contractDate = z.optional(z.nullable(z.iso.date({ error: 'must be a date, YYYY-MM-DD' })));

/** One record for every enabled instrument. */
export const listBackfills = endpoint({
  name: 'listBackfills',
  summary: 'Tells of every enabled instrument how its history is read.',
  method: 'GET',
  path: '/api/schedulers/backfill/status',
  access: 'superAdmin',
  response: z.array(backfillStatus),
});

/** Asks for what is missing of an instrument's history; a run that waits or goes on is left alone. Dates are the BVG's alone. */
export const startBackfill = endpoint({
  name: 'startBackfill',
  summary: "Reads what is missing of an enabled instrument's history.",
  method: 'POST',
  path: '/api/schedulers/backfill/start',
  access: 'superAdmin',
  body: z.strictObject({ ...instrumentNamed, startDate: contractDate, endDate: contractDate }),
  response: backfillStatus,
});

/** Ends a run that waits or goes on; what it has stored stays. */
export const cancelBackfill = endpoint({
  name: 'cancelBackfill',
  summary: "Ends the reading of an instrument's history.",
  method: 'POST',
  path: '/api/schedulers/backfill/cancel',
  access: 'superAdmin',
  body: z.strictObject(instrumentNamed),
  response: backfillStatus,
});
