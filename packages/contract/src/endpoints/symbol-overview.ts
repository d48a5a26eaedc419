import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  exchangeName,
  instrumentType,
  marketHoursId,
  storedResolution,
} from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { SNAPSHOT_RESOLUTIONS, snapshot } from './watchlists.ts';

/** A price and the trading date that it is of, 00:00 UTC. */
const datedPrice = z.strictObject({ price: z.number(), dayMs: z.int() });

/** Facts of an instrument from stored values; a fact that is not known is null. */
export const symbolOverview = z.strictObject({
  symbol: z.string(),
  description: z.string(),
  exchange: exchangeName,
  listedName: z.string(),
  type: instrumentType,
  /** The assets of a pair. */
  base: z.nullable(z.string()),
  quote: z.nullable(z.string()),
  priceScale: z.int(),
  marketHours: marketHoursId,
  simulated: z.boolean(),
  /** Contract life as `YYYY-MM-DD`, both inclusive. */
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  /** The first stored bar of each stored series that the instrument's charts use. */
  firstBars: z.array(z.strictObject({ resolution: storedResolution, time: z.nullable(z.int()) })),
  /** The newest known price. */
  price: z.nullable(z.number()),
  timeMs: z.nullable(z.int()),
  previousClose: z.nullable(z.number()),
  /** The close that the newest price is compared with: the last one at least a week, a month, a year before its date. */
  before: z.strictObject({
    week: z.nullable(datedPrice),
    month: z.nullable(datedPrice),
    year: z.nullable(datedPrice),
  }),
  /** The extremes of the last year. It begins at `fromMs` if less is stored; null without a stored day. */
  year: z.nullable(z.strictObject({ fromMs: z.int(), high: datedPrice, low: datedPrice })),
  /** The snapshots of the resolutions that the instrument has; null without the right to the summary. */
  snapshots: z.nullable(
    z.array(
      z.strictObject({
        resolution: z.enum(SNAPSHOT_RESOLUTIONS),
        snapshot: z.nullable(snapshot),
      }),
    ),
  ),
});
export type SymbolOverview = z.infer<typeof symbolOverview>;

export const getSymbolOverview = endpoint({
  name: 'getSymbolOverview',
  summary:
    'Returns the facts of one symbol: contract, first bars, range of the year, changes, levels.',
  method: 'GET',
  path: '/api/data/symbol-overview',
  access: 'user',
  scope: 'prices:read',
  prices: 'instrument',
  query: z.strictObject({ symbol: identifyingText().check(z.maxLength(80)) }),
  response: symbolOverview,
});
