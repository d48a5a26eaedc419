import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { mark } from './analysis.ts';

/** An instrument with a signal card; it contains no price. */
export const signalInstrument = z.strictObject({
  symbol: z.string(),
  exchange: exchangeName,
  code: z.string(),
  description: z.string(),
  simulated: z.boolean(),
  locked: z.boolean(),
});
export type SignalInstrument = z.infer<typeof signalInstrument>;

export const listPriceSignals = endpoint({
  name: 'listPriceSignals',
  summary: 'Lists the instruments with a signal card, and whether each is locked.',
  method: 'GET',
  path: '/api/price-signals',
  access: 'user',
  scope: 'prices:read',
  prices: 'list',
  response: z.array(signalInstrument),
});

const figure = z.nullable(z.number());

/** Price moves within a number of bars after the marks of a side. */
export const signalHorizon = z.strictObject({
  bars: z.int(),
  measured: z.int(),
  unfinished: z.int(),
  overlapping: z.int(),
  unpriced: z.int(),
  median: figure,
  shareWithSide: figure,
  interval: z.nullable(z.strictObject({ low: z.number(), high: z.number(), coverage: z.number() })),
  usual: figure,
});
export type SignalHorizon = z.infer<typeof signalHorizon>;

export const sideRecord = z.strictObject({
  marks: z.int(),
  published: z.int(),
  horizons: z.array(signalHorizon),
});
export type SideRecord = z.infer<typeof sideRecord>;

/** The signal of one instrument on closed daily bars with the default inputs. */
export const priceSignal = z.strictObject({
  symbol: z.string(),
  simulated: z.boolean(),
  priceScale: z.int(),
  time: z.nullable(z.int()),
  nextClosesAt: z.nullable(z.int()),
  currentPrice: figure,
  longTermResistance: figure,
  shortTermResistance: figure,
  shortTermSupport: figure,
  longTermSupport: figure,
  longShortPercentage: figure,
  deployment: figure,
  presentBars: z.int(),
  side: z.enum(['buy', 'sell', 'none']),
  lastMark: z.nullable(
    z.strictObject({
      time: z.int(),
      side: z.enum(['buy', 'sell']),
      strong: z.boolean(),
      close: z.number(),
      barsAgo: z.int(),
    }),
  ),
  record: z.strictObject({
    fromTime: z.nullable(z.int()),
    barCount: z.int(),
    leastMoves: z.int(),
    buy: sideRecord,
    sell: sideRecord,
  }),
  marks: z.array(mark),
  warning: z.optional(z.string()),
});
export type PriceSignal = z.infer<typeof priceSignal>;

export const getPriceSignal = endpoint({
  name: 'getPriceSignal',
  summary: 'Returns the present daily signal of a symbol and the record of its marks.',
  method: 'GET',
  path: '/api/price-signals/signal',
  access: 'user',
  scope: 'prices:read',
  prices: 'instrument',
  query: z.strictObject({ symbol: identifyingText().check(z.maxLength(80)) }),
  response: priceSignal,
});
