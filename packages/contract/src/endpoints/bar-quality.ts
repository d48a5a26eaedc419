import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName, storedResolution } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { pageOf, pageQuery, wholeNumber } from './query-fields.ts';

const symbol = () => identifyingText().check(z.minLength(1), z.maxLength(64));

/**
 * A date of the map. `stored`: the vendor has answered for all of it; `partial`: for a part; `missing`: it was never asked;
 * `empty`: it has no bars; `closed`: no trading; `outside`: before the history begins, after the contract, not over yet.
 */
const coverageDay = z.strictObject({
  date: z.iso.date(),
  state: z.enum(['stored', 'partial', 'missing', 'empty', 'closed', 'outside']),
  bars: z.int(),
  /** Bars of a session without a gap; thinly traded instruments have fewer. */
  expected: z.int(),
  quarantined: z.int(),
});
export type CoverageDay = z.infer<typeof coverageDay>;

/** What is stored of an enabled instrument in a year, a day for each date. */
export const getCoverage = endpoint({
  name: 'getCoverage',
  summary: 'Tells for each day of a year what is stored of an instrument.',
  method: 'GET',
  path: '/api/admin/instruments/coverage',
  access: 'superAdmin',
  query: z.strictObject({
    exchange: exchangeName,
    symbol: symbol(),
    resolution: storedResolution,
    year: wholeNumber({ least: 1970, most: 2100 }),
  }),
  response: z.strictObject({
    days: z.array(coverageDay),
    /** When the history begins, as far as is known; ISO 8601. */
    beginsAt: z.nullable(z.string()),
  }),
});

/** Bars of the years 1900 to 2199. */
const EARLIEST_MS = Date.UTC(1900);
const LATEST_MS = Date.UTC(2200) - 1;

const barValues = {
  timeMs: z.int().check(z.minimum(EARLIEST_MS), z.maximum(LATEST_MS)),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
};

/** A bar that is kept back; moments but that of the bar are ISO 8601 in UTC. */
const quarantinedBar = z.strictObject({
  exchange: exchangeName,
  symbol: z.string(),
  description: z.string(),
  resolution: storedResolution,
  ...barValues,
  volume: z.nullable(z.number()),
  /** `waiting` for corroboration; `rejected`: it stays hidden unless its vendor changes it or somebody accepts it. */
  state: z.enum(['waiting', 'rejected']),
  reason: z.string(),
  firstTriedAt: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
});
export type QuarantinedBar = z.infer<typeof quarantinedBar>;

/** Bars that are kept back, the newest first. */
export const listQuarantinedBars = endpoint({
  name: 'listQuarantinedBars',
  summary: 'Lists the bars that are kept back, the newest first.',
  method: 'GET',
  path: '/api/admin/quarantine',
  access: 'superAdmin',
  query: z.strictObject({
    exchange: z.optional(exchangeName),
    symbol: z.optional(symbol()),
    state: z.optional(z.enum(['waiting', 'rejected'])),
    ...pageQuery,
  }),
  response: pageOf(quarantinedBar),
});

/** The bar as it was shown: one that its vendor has changed meanwhile is left alone. */
const decision = z.strictObject({
  exchange: exchangeName,
  symbol: symbol(),
  resolution: storedResolution,
  ...barValues,
});

/** Stores a bar that was kept back. 404 where it is not kept back so any more. */
export const acceptQuarantinedBar = endpoint({
  name: 'acceptQuarantinedBar',
  summary: 'Stores a bar that was kept back.',
  method: 'POST',
  path: '/api/admin/quarantine/accept',
  access: 'superAdmin',
  body: decision,
  response: z.strictObject({ state: z.literal('accepted') }),
});

/** Keeps a bar back for good. 404 where it is not kept back so any more. */
export const rejectQuarantinedBar = endpoint({
  name: 'rejectQuarantinedBar',
  summary: 'Keeps a bar back for good.',
  method: 'POST',
  path: '/api/admin/quarantine/reject',
  access: 'superAdmin',
  body: decision,
  response: z.strictObject({ state: z.literal('rejected') }),
});
