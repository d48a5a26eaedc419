import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName, storedResolution } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';

const moment = z.nullable(z.string());

/** The backfill of one enabled instrument; times are ISO 8601 in UTC, or null. */
const backfillStatus = z.strictObject({
  symbol: z.string(),
  exchange: exchangeName,
  status: z.enum(['running', 'idle', 'failed', 'completed', 'NA']),
  isQueued: z.boolean(),
  isCancellable: z.boolean(),
  runningSince: moment,
  lastRun: moment,
  lastSynced: moment,
  backfillEnd: moment,
  isSyncedToday: z.boolean(),
  isRecentlyRun: z.boolean(),
  done: z.int(),
  total: z.nullable(z.int()),
  barsRead: z.int(),
  barsPerMinute: z.nullable(z.number()),
  secondsLeft: z.nullable(z.int()),
  error: z.nullable(z.string()),
  nextTryAt: moment,
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

export const startBackfill = endpoint({
  name: 'startBackfill',
  summary: 'Backfills the missing history of an enabled instrument.',
  method: 'POST',
  path: '/api/schedulers/backfill/start',
  access: 'superAdmin',
  body: z.strictObject({ ...instrumentNamed, startDate: contractDate, endDate: contractDate }),
  response: backfillStatus,
});

export const startAllBackfills = endpoint({
  name: 'startAllBackfills',
  summary: 'Backfills the missing history of all enabled instruments of an exchange.',
  method: 'POST',
  path: '/api/schedulers/backfill/startAll',
  access: 'superAdmin',
  body: z.strictObject({ exchange: exchangeName }),
  response: z.strictObject({ started: z.int(), enabled: z.int() }),
});

export const cancelBackfill = endpoint({
  name: 'cancelBackfill',
  summary: 'Cancels the backfill of an instrument.',
  method: 'POST',
  path: '/api/schedulers/backfill/cancel',
  access: 'superAdmin',
  body: z.strictObject(instrumentNamed),
  response: backfillStatus,
});
