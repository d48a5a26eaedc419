import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { resolution } from '../market/instrument.ts';
import { epochSeconds, symbolQuery, wholeNumber } from './query-fields.ts';

/** The inputs of the studies; each has a default. */
const studyInputs = {
  source: z.optional(z.enum(['open', 'high', 'low', 'close', 'hl2', 'hlc3', 'ohlc4'])),
  shortTermLength: z.optional(wholeNumber({ least: 10, most: 50 })),
  longTermLength: z.optional(wholeNumber({ least: 50, most: 200 })),
  length: z.optional(wholeNumber({ least: 15, most: 100 })),
};

const figure = z.nullable(z.number());
const level = z.strictObject({
  value: figure,
  bars: z.array(z.strictObject({ time: z.int(), close: z.number(), resolution })),
});
const valued = z.strictObject({ value: figure });

/** The figures of the summary panel and the depth drawer, from closed bars only; null if there are too few bars. */
export const summary = z.strictObject({
  symbol: z.string(),
  resolution,
  simulated: z.boolean(),
  time: z.nullable(z.int()),
  closedAt: z.nullable(z.int()),
  barCount: z.int(),
  currentPrice: figure,
  previousClose: figure,
  longTermResistance: level,
  shortTermResistance: level,
  shortTermSupport: level,
  longTermSupport: level,
  longTermTightness: valued,
  shortTermTightness: valued,
  distanceToLongTermMin: valued,
  distanceToShortTermMin: valued,
  longShortPercentage: figure,
  deployment: figure,
  liquiditySpread: figure,
  totalChange: figure,
  averageOpen: figure,
  averageClose: figure,
  highestHigh: figure,
  lowestLow: figure,
  volatility: figure,
  warning: z.optional(z.string()),
});
export type Summary = z.infer<typeof summary>;

export const getSummary = endpoint({
  name: 'getSummary',
  summary: 'Returns the summary of a symbol at its last closed bar.',
  method: 'GET',
  path: '/api/data/summary',
  access: 'user',
  scope: 'prices:read',
  permission: 'isDetailedSummaryAllowed',
  prices: 'instrument',
  query: z.strictObject({ ...symbolQuery, ...studyInputs }),
  response: summary,
});

/** A buy or sell mark; a published mark never changes. */
export const mark = z.strictObject({
  id: z.string(),
  time: z.int(),
  price: z.number(),
  color: z.string(),
  label: z.enum(['B', 'S']),
  text: z.string(),
  size: z.int(),
  shape: z.enum(['arrowUp', 'arrowDown']),
  side: z.enum(['buy', 'sell']),
  strong: z.boolean(),
  formulaVersion: z.int(),
  publishedAt: z.nullable(z.int()),
  notes: z.array(z.string()),
});
export type Mark = z.infer<typeof mark>;

export const getMarks = endpoint({
  name: 'getMarks',
  summary: 'Lists the published buy and sell marks of a symbol, oldest first.',
  method: 'GET',
  path: '/api/data/marks',
  access: 'public',
  scope: 'prices:read',
  prices: 'instrument',
  query: z.strictObject({
    ...symbolQuery,
    fromTs: epochSeconds,
    toTs: epochSeconds,
  }),
  response: z.strictObject({
    marks: z.array(mark),
    simulated: z.optional(z.literal(true)),
    warning: z.optional(z.string()),
  }),
});
