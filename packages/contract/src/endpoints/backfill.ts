import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName, storedResolution } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';

const moment = z.nullable(z.string());

/** The backfill of one enabled instrument; times are ISO 8601 in UTC, or null. */
const backfillStatus = z.strictObject({
  symbol: z.string(),
  exchange: exchangeName,
  /** `NA`: never run. `idle`: waiting for its turn or its next attempt (`isQueued`), or cancelled. */
  status: z.enum(['running', 'idle', 'failed', 'completed', 'NA']),
  isQueued: z.boolean(),
  isCancellable: z.boolean(),
  /** The start of the current run. */
  runningSince: moment,
  /** The end of the last run, successful or not. */
  lastRun: moment,
  /**
   * The time of the bars that the current run has reached; without a run, the end of the history the vendor has
   * answered for.
   */
  lastSynced: moment,
  /** The end of the last complete run. */
  backfillEnd: moment,
  /** True if bars of the exchange's newest trading day are stored; also on a day without trading. */
  isSyncedToday: z.boolean(),
  /** True if the last run ended within six hours or on the same day of the exchange. */
  isRecentlyRun: z.boolean(),
  /** Completed parts of the history out of `total`, which is null until it is known. */
  done: z.int(),
  total: z.nullable(z.int()),
  /** Bars read by the run. */
  barsRead: z.int(),
  barsPerMinute: z.nullable(z.number()),
  /** Estimated from the rate so far. */
  secondsLeft: z.nullable(z.int()),
  /** The last failure, even if another attempt follows. */
  error: z.nullable(z.string()),
  /** The next attempt of a failed run. */
  nextTryAt: moment,
  /** The range of a backfill in each resolution: from a date, or null for the whole history, up to now. */
  range: z.array(z.strictObject({ resolution: storedResolution, from: z.nullable(z.iso.date()) })),
});
export type BackfillStatus = z.infer<typeof backfillStatus>;

const instrumentNamed = {
  symbol: identifyingText().check(z.minLength(1), z.maxLength(64)),
  exchange: exchangeName,
};
const contractDate = z.optional(z.nullable(z.iso.date({ error: 'must be a date, YYYY-MM-DD' })));

export const listBackfills = endpoint({
  name: 'listBackfills',
  summary: 'Returns the backfill status of every enabled instrument.',
  method: 'GET',
  path: '/api/schedulers/backfill/status',
  access: 'superAdmin',
  response: z.array(backfillStatus),
});

/** A waiting or running backfill is left alone. Dates apply only to the BVG. */
export const startBackfill = endpoint({
  name: 'startBackfill',
  summary: 'Backfills the missing history of an enabled instrument.',
  method: 'POST',
  path: '/api/schedulers/backfill/start',
  access: 'superAdmin',
  body: z.strictObject({ ...instrumentNamed, startDate: contractDate, endDate: contractDate }),
  response: backfillStatus,
});

/** Starts a backfill of every enabled instrument that has none waiting or running. */
export const startAllBackfills = endpoint({
  name: 'startAllBackfills',
  summary: 'Backfills the missing history of all enabled instruments of an exchange.',
  method: 'POST',
  path: '/api/schedulers/backfill/startAll',
  access: 'superAdmin',
  body: z.strictObject({ exchange: exchangeName }),
  response: z.strictObject({ started: z.int(), enabled: z.int() }),
});

/** Stored bars are kept. */
export const cancelBackfill = endpoint({
  name: 'cancelBackfill',
  summary: 'Cancels the backfill of an instrument.',
  method: 'POST',
  path: '/api/schedulers/backfill/cancel',
  access: 'superAdmin',
  body: z.strictObject(instrumentNamed),
  response: backfillStatus,
});
