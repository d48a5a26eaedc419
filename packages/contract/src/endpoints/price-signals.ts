import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { exchangeName } from '../market/instrument.ts';
import { identifyingText } from '../text.ts';
import { mark } from './analysis.ts';

/** An instrument that has a signal card; nothing here tells a price. */
export const signalInstrument = z.strictObject({
  /** `EXCHANGE:CODE`, as the other calls take it. */
  symbol: z.string(),
  exchange: exchangeName,
  code: z.string(),
  description: z.string(),
  simulated: z.boolean(),
  /** Whether the caller may not see its signal. */
  locked: z.boolean(),
});
export type SignalInstrument = z.infer<typeof signalInstrument>;

/** The instruments of the signal cards, at most three, in the order of the cards. Contracts that have ended are left out. */
export const listPriceSignals = endpoint({
  name: 'listPriceSignals',
  summary: 'Lists the instruments that have a signal card, and whether each is locked.',
  method: 'GET',
  path: '/api/price-signals',
  access: 'user',
  prices: 'list',
  response: z.array(signalInstrument),
});

const figure = z.nullable(z.number());

/** What prices did within some bars after the marks of a side. */
export const signalHorizon = z.strictObject({
  bars: z.int(),
  /** Marks whose move was measured; all others of the side are one of the next three. */
  measured: z.int(),
  /** Too new: fewer bars have closed since. */
  unfinished: z.int(),
  /** Before the horizon of the last measured mark was over. */
  overlapping: z.int(),
  /** Their close is not above zero, so that no percentage has a meaning. */
  unpriced: z.int(),
  /**
   * Median change from the mark's close, percent, above zero where the price rose, whatever the side. Null, as
   * the next two are, of fewer moves than the record's `leastMoves`.
   */
  median: figure,
  /** Of the measured, those up after a buy or down after a sell, 0 … 1. */
  shareWithSide: figure,
  /** Encloses the median with `coverage`, at least 0.95, by order statistics. */
  interval: z.nullable(z.strictObject({ low: z.number(), high: z.number(), coverage: z.number() })),
  /** The median change after any bar of the record, marked or not. */
  usual: figure,
});
export type SignalHorizon = z.infer<typeof signalHorizon>;

export const sideRecord = z.strictObject({
  marks: z.int(),
  /** Of them, those that were published as their bar had closed; the others were computed from the same bars later. */
  published: z.int(),
  horizons: z.array(signalHorizon),
});
export type SideRecord = z.infer<typeof sideRecord>;

/** The signal of one instrument on daily bars, all of closed ones, with the default inputs. */
export const priceSignal = z.strictObject({
  /** `EXCHANGE:CODE`, for crypto `EXCHANGE:BASE/QUOTE`. */
  symbol: z.string(),
  /** Whether bars and marks are of the simulator: they are never mixed with real ones. */
  simulated: z.boolean(),
  priceScale: z.int(),
  /** The last closed bar, the one everything is computed at; null without any. */
  time: z.nullable(z.int()),
  /** When the bar after it closes, ms: nothing here changes before. Null without a bar, and where no other one comes. */
  nextClosesAt: z.nullable(z.int()),
  currentPrice: figure,
  longTermResistance: figure,
  shortTermResistance: figure,
  shortTermSupport: figure,
  longTermSupport: figure,
  longShortPercentage: figure,
  deployment: figure,
  /** For how many bars after its own a mark counts as present. */
  presentBars: z.int(),
  /** The newest mark's, while it is present; `none` of a contract that has ended. */
  side: z.enum(['buy', 'sell', 'none']),
  lastMark: z.nullable(
    z.strictObject({
      time: z.int(),
      side: z.enum(['buy', 'sell']),
      strong: z.boolean(),
      /** Close of its bar. */
      close: z.number(),
      /** Bars that have closed since. */
      barsAgo: z.int(),
    }),
  ),
  record: z.strictObject({
    /** The first bar that was looked at. */
    fromTime: z.nullable(z.int()),
    barCount: z.int(),
    /** From fewer measured moves no figure is computed. */
    leastMoves: z.int(),
    buy: sideRecord,
    sell: sideRecord,
  }),
  /** All marks of the record, oldest first. */
  marks: z.array(mark),
  warning: z.optional(z.string()),
});
export type PriceSignal = z.infer<typeof priceSignal>;

/** The present state of an instrument's signals, and what followed its marks before. */
export const getPriceSignal = endpoint({
  name: 'getPriceSignal',
  summary: 'Answers the present daily signal of a symbol and the record of its marks.',
  method: 'GET',
  path: '/api/price-signals/signal',
  access: 'user',
  prices: 'instrument',
  query: z.strictObject({ symbol: identifyingText().check(z.maxLength(80)) }),
  response: priceSignal,
});
