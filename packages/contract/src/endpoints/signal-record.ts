import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { resolution } from '../market/instrument.ts';
import {
  MOST_RECORD_YEARS,
  RECORD_SIDES,
  RECORD_SOURCES,
  RECORD_STRENGTHS,
} from '../market/record-choices.ts';
import { identifyingText } from '../text.ts';
import { epochSeconds, wholeNumber } from './query-fields.ts';

const interval = z.strictObject({ low: z.number(), high: z.number() });

/** Figures of the trials of one horizon; moves are in percent, with the sign of their side. */
export const outcomeFigures = z.strictObject({
  median: z.number(),
  interval,
  method: z.enum(['orderStatistics', 'blockBootstrap']),
  shareAbove: z.number(),
  shareInterval: interval,
  favourable: z.number(),
  adverse: z.number(),
  others: z.strictObject({ bars: z.int(), median: z.number(), shareAbove: z.number() }),
  difference: z.number(),
  differenceInterval: interval,
  finding: z.enum(['better', 'worse', 'unproven']),
});

export const horizonOutcomes = z.strictObject({
  bars: z.int(),
  trials: z.int(),
  apart: z.int(),
  left: z.strictObject({
    unfinished: z.int(),
    expired: z.int(),
    broken: z.int(),
    unpriced: z.int(),
  }),
  figures: z.nullable(outcomeFigures),
});
export type RecordHorizon = z.infer<typeof horizonOutcomes>;

const outcome = z.strictObject({
  move: z.number(),
  favourable: z.number(),
  adverse: z.number(),
});

/** A mark with what followed it, one outcome for each horizon of the record. */
export const recordedMark = z.strictObject({
  id: z.string(),
  time: z.int(),
  side: z.enum(['buy', 'sell']),
  strong: z.boolean(),
  publishedAt: z.nullable(z.int()),
  corrected: z.boolean(),
  entryTime: z.nullable(z.int()),
  entryPrice: z.nullable(z.number()),
  outcomes: z.array(z.union([outcome, z.enum(['unfinished', 'expired', 'broken', 'unpriced'])])),
});
export type RecordedMark = z.infer<typeof recordedMark>;

/** The record of the moves after the marks of one instrument; see docs/record.md. */
export const signalRecord = z.strictObject({
  symbol: z.string(),
  simulated: z.boolean(),
  priceScale: z.int(),
  resolution,
  source: z.enum(RECORD_SOURCES),
  side: z.enum(RECORD_SIDES),
  strength: z.enum(RECORD_STRENGTHS),
  /** Start of the first and of the last bar that could have had a mark; null without such bars. */
  fromTime: z.nullable(z.int()),
  toTime: z.nullable(z.int()),
  barCount: z.int(),
  isCut: z.boolean(),
  nextClosesAt: z.nullable(z.int()),
  leastTrials: z.int(),
  leastApart: z.int(),
  markCount: z.int(),
  withoutBar: z.int(),
  horizons: z.array(horizonOutcomes),
  /** The newest thousand at most, oldest first. */
  list: z.array(recordedMark),
  warning: z.optional(z.string()),
});
export type SignalRecord = z.infer<typeof signalRecord>;

export const getSignalRecord = endpoint({
  name: 'getSignalRecord',
  summary: 'Returns what followed the buy and sell marks of a symbol, beside all other bars.',
  method: 'GET',
  path: '/api/data/signal-record',
  access: 'user',
  scope: 'prices:read',
  prices: 'instrument',
  query: z.strictObject({
    symbol: identifyingText().check(z.maxLength(80)),
    resolution,
    source: z.enum(RECORD_SOURCES),
    side: z._default(z.enum(RECORD_SIDES), 'any'),
    strength: z._default(z.enum(RECORD_STRENGTHS), 'any'),
    years: z.optional(wholeNumber({ least: 1, most: MOST_RECORD_YEARS })),
    fromTs: z.optional(epochSeconds),
    toTs: z.optional(epochSeconds),
  }),
  response: signalRecord,
});
