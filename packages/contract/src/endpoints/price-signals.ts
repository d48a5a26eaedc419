import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { mark } from './analysis.ts';

/** An instrument with a signal card; it contains no price. */
export const signalInstrument = z.strictObject({
  /** `EXCHANGE:CODE`, as in the other calls. */
  symbol: z.string(),
  exchange: exchangeName,
  code: z.string(),
  description: z.string(),
  simulated: z.boolean(),
  /** True if the caller may not see its signal. */
  locked: z.boolean(),
});
export type SignalInstrument = z.infer<typeof signalInstrument>;

/** At most three, in the order of the cards. Expired contracts are left out. */
export const listPriceSignals = endpoint({
  name: 'listPriceSignals',
  summary: 'Lists the instruments with a signal card, and whether each is locked.',
  method: 'GET',
  path: '/api/price-signals',
  access: 'user',
  prices: 'list',
  response: z.array(signalInstrument),
});

const figure = z.nullable(z.number());

/** Price moves within a number of bars after the marks of a side. */
export const signalHorizon = z.strictObject({
  bars: z.int(),
  /** Marks whose move was measured. All other marks of the side are counted by the next three fields. */
  measured: z.int(),
  /** Marks with fewer closed bars after them than the horizon. */
  unfinished: z.int(),
  /** Marks within the horizon of the last measured mark. */
  overlapping: z.int(),
  /** Marks whose close is not above zero, so that a percentage has no meaning. */
  unpriced: z.int(),
  /**
   * Median move in percent of the mark's close, positive for a rise on both sides. This and the next two fields are
   * null for fewer moves than the record's `leastMoves`.
   */
  median: figure,
  /** The share of measured moves up after a buy or down after a sell, 0 … 1. */
  shareWithSide: figure,
  /** A confidence interval of the median with `coverage` of at least 0.95, by order statistics. */
  interval: z.nullable(z.strictObject({ low: z.number(), high: z.number(), coverage: z.number() })),
  /** The median move after any bar of the record, marked or not. */
  usual: figure,
});
export type SignalHorizon = z.infer<typeof signalHorizon>;

export const sideRecord = z.strictObject({
  marks: z.int(),
  /** Marks that were published when their bar closed; the others were computed from the same bars later. */
  published: z.int(),
  horizons: z.array(signalHorizon),
});
export type SideRecord = z.infer<typeof sideRecord>;

/** The signal of one instrument on closed daily bars with the default inputs. */
export const priceSignal = z.strictObject({
  /** `EXCHANGE:CODE`, for crypto `EXCHANGE:BASE/QUOTE`. */
  symbol: z.string(),
  /** True if bars and marks come from the simulator; they are never mixed with real ones. */
  simulated: z.boolean(),
  priceScale: z.int(),
  /** The last closed bar, from which everything is computed; null without bars. */
  time: z.nullable(z.int()),
  /**
   * The close of the next bar in milliseconds; nothing changes before. Null without bars, or if no further bar comes.
   */
  nextClosesAt: z.nullable(z.int()),
  currentPrice: figure,
  longTermResistance: figure,
  shortTermResistance: figure,
  shortTermSupport: figure,
  longTermSupport: figure,
  longShortPercentage: figure,
  deployment: figure,
  /** The number of bars after its own for which a mark counts as present. */
  presentBars: z.int(),
  /** The side of the newest mark while it is present; `none` for an expired contract. */
  side: z.enum(['buy', 'sell', 'none']),
  lastMark: z.nullable(
    z.strictObject({
      time: z.int(),
      side: z.enum(['buy', 'sell']),
      strong: z.boolean(),
      /** Close of its bar. */
      close: z.number(),
      /** Bars closed since then. */
      barsAgo: z.int(),
    }),
  ),
  record: z.strictObject({
    /** The first bar of the record. */
    fromTime: z.nullable(z.int()),
    barCount: z.int(),
    /** With fewer measured moves, no figures are computed. */
    leastMoves: z.int(),
    buy: sideRecord,
    sell: sideRecord,
  }),
  /** All marks of the record, oldest first. */
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
  prices: 'instrument',
  query: z.strictObject({ symbol: identifyingText().check(z.maxLength(80)) }),
  response: priceSignal,
});
