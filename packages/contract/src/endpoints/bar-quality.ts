import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bar } from '../market/bar.ts';
import { exchangeName, storedResolution } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { pageOf, pageQuery, wholeNumber } from './query-fields.ts';

const symbol = () => identifyingText().check(z.minLength(1), z.maxLength(64));

/**
 * A day of the coverage map. `stored`: the vendor has answered for all of it; `partial`: for a part; `missing`: it was
 * never requested; `empty`: it has no bars; `closed`: no trading; `outside`: before the history, after the contract, or
 * not over yet.
 */
const coverageDay = z.strictObject({
  date: z.iso.date(),
  state: z.enum(['stored', 'partial', 'missing', 'empty', 'closed', 'outside']),
  bars: z.int(),
  expected: z.int(),
  quarantined: z.int(),
});
export type CoverageDay = z.infer<typeof coverageDay>;

export const getCoverage = endpoint({
  name: 'getCoverage',
  summary: 'Returns the stored history of an instrument for each day of a year.',
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
    beginsAt: z.nullable(z.string()),
    backfilledFrom: z.nullable(z.iso.date()),
  }),
});

/** Bars must lie in the years 1900 to 2199. */
const EARLIEST_MS = Date.UTC(1900);
const LATEST_MS = Date.UTC(2200) - 1;

const barValues = {
  timeMs: z.int().check(z.minimum(EARLIEST_MS), z.maximum(LATEST_MS)),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
};

/**
 * `waiting` for corroboration; `accepted` on evidence or by an administrator; `rejected` bars stay hidden unless the
 * vendor changes them or somebody accepts them.
 */
const QUARANTINE_STATES = ['waiting', 'accepted', 'rejected'] as const;

/** A bar that is or was quarantined; times other than the bar's are ISO 8601 in UTC. */
const quarantinedBar = z.strictObject({
  exchange: exchangeName,
  symbol: z.string(),
  description: z.string(),
  resolution: storedResolution,
  ...barValues,
  volume: z.nullable(z.number()),
  state: z.enum(QUARANTINE_STATES),
  reason: z.string(),
  firstTriedAt: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
});
export type QuarantinedBar = z.infer<typeof quarantinedBar>;

export const listQuarantinedBars = endpoint({
  name: 'listQuarantinedBars',
  summary: 'Lists quarantined bars, or those accepted or rejected, newest first.',
  method: 'GET',
  path: '/api/admin/quarantine',
  access: 'superAdmin',
  query: z.strictObject({
    exchange: z.optional(exchangeName),
    symbol: z.optional(symbol()),
    state: z._default(z.enum(QUARANTINE_STATES), 'waiting'),
    ...pageQuery,
  }),
  response: pageOf(quarantinedBar),
});

/** The bar as it was shown: a bar that the vendor has changed since then is left alone. */
const decision = z.strictObject({
  exchange: exchangeName,
  symbol: symbol(),
  resolution: storedResolution,
  ...barValues,
});

const barEvidence = z.strictObject({
  before: z.array(bar),
  after: z.array(bar),
  stored: z.nullable(bar),
  trueRange: z.number(),
  usualRange: z.nullable(z.number()),
  sources: z.array(
    z.strictObject({
      ticker: z.nullable(z.string()),
      resolution: storedResolution,
      bar: z.nullable(bar),
      isReached: z.boolean(),
      warning: z.nullable(z.string()),
    }),
  ),
});
export type QuarantineEvidence = z.infer<typeof barEvidence>;

export const getQuarantineEvidence = endpoint({
  name: 'getQuarantineEvidence',
  summary: 'Returns the bars around a quarantined bar, and its second sources.',
  method: 'POST',
  path: '/api/admin/quarantine/evidence',
  access: 'superAdmin',
  body: decision,
  response: barEvidence,
});

export const acceptQuarantinedBar = endpoint({
  name: 'acceptQuarantinedBar',
  summary: 'Accepts and stores a quarantined bar.',
  method: 'POST',
  path: '/api/admin/quarantine/accept',
  access: 'superAdmin',
  body: decision,
  response: z.strictObject({ state: z.literal('accepted') }),
});

export const rejectQuarantinedBar = endpoint({
  name: 'rejectQuarantinedBar',
  summary: 'Rejects a quarantined bar.',
  method: 'POST',
  path: '/api/admin/quarantine/reject',
  access: 'superAdmin',
  body: decision,
  response: z.strictObject({ state: z.literal('rejected') }),
});

export const undoQuarantineDecision = endpoint({
  name: 'undoQuarantineDecision',
  summary: 'Returns an accepted or rejected bar to the quarantine.',
  method: 'POST',
  path: '/api/admin/quarantine/undo',
  access: 'superAdmin',
  body: decision,
  response: z.strictObject({ state: z.literal('waiting') }),
});
