/**
 * All assumptions about BVG's interface, which is not public: paths, parameters, header, field names, groups and units of
 * time. The real contract will change this module alone.
 */
import { MARKET_HOURS, type StoredResolution, tradingDateOf } from '@moneytrail/calendar';
import type { Bar, InstrumentType } from '@moneytrail/contract';
import { z } from 'zod';
import type { FeedInstrument } from '../feed.ts';
import type { CallLimit } from '../http/admission.ts';
import { type Classify, classifyByStatus, excerptOf, failure } from '../http/answer.ts';
import type { PolledQuote } from '../live/poll-quotes.ts';

export const BVG_KEY_HEADER = 'X-API-Key';

export const BVG_LIMITS = { default: { calls: 120, perMs: 60_000 } } satisfies Record<
  string,
  CallLimit
>;

/** Rows of an answer that is assumed to be complete. */
export const BVG_PAGE_ROWS = 5_000;

export const BVG_PATHS = { contracts: '/contracts', bars: '/bars', quotes: '/quotes' } as const;

/** The groups shown; a fourth, `silo`, prices storage places. */
export const BVG_GROUPS = {
  futures: 'futures',
  spreads: 'spread',
  splits: 'split',
} as const satisfies Record<string, InstrumentType>;
export type BvgGroup = keyof typeof BVG_GROUPS;

export const BVG_RESOLUTIONS: Record<StoredResolution, string> = {
  '1': '1',
  '15': '15',
  '60': '60',
  '1D': 'D',
};

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const bvgContract = z.object({
  contract: z.string().min(1),
  contractDisplay: z.string(),
  group: z.enum(['futures', 'spreads', 'splits']),
  startDate: day,
  endDate: day.nullish(),
});
export type BvgContract = z.infer<typeof bvgContract>;

export const bvgBar = z.object({
  /** Epoch seconds. */
  time: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number().nullish(),
});
export type BvgBar = z.infer<typeof bvgBar>;

export const bvgQuote = z.object({
  contract: z.string(),
  /** Epoch seconds. */
  time: z.number(),
  last: z.number(),
  bid: z.number().nullish(),
  ask: z.number().nullish(),
  /** Volume of the day so far. */
  volume: z.number().nullish(),
});
export type BvgQuote = z.infer<typeof bvgQuote>;

const bvgError = z.object({ error: z.string() });

/** Errors are assumed to be plain HTTP statuses with `{ error }`. */
export const classifyBvgAnswer: Classify = (answer, nowMs) => {
  const error = bvgError.safeParse(answer.json).data?.error;
  if (error === undefined || answer.status >= 400) return classifyByStatus(answer, nowMs);
  return failure('upstream', excerptOf(error));
};

/** Prices are in rand with two decimals; ticks are 0.20. */
const PRICE_SCALE = 100;

export function instrumentOfContract(row: BvgContract): FeedInstrument {
  return {
    code: row.contract.toUpperCase(),
    description: row.contractDisplay,
    type: BVG_GROUPS[row.group],
    marketHours: 'safex',
    listedExchange: { name: 'Safex', value: 'SAFEX' },
    startDate: row.startDate,
    ...(row.endDate ? { endDate: row.endDate } : {}),
    priceScale: PRICE_SCALE,
  };
}

/** A daily bar is stamped at some moment of its date in Johannesburg. */
export function barOfBvg(resolution: StoredResolution, row: BvgBar): Bar {
  const { open, high, low, close, volume } = row;
  const momentMs = row.time * 1_000;
  const time = resolution === '1D' ? tradingDateOf(MARKET_HOURS.safex, momentMs) : momentMs;
  return { time, open, high, low, close, volume: volume ?? null };
}

export function epochSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1_000);
}

export function polledQuoteOf(quote: BvgQuote): PolledQuote {
  return {
    code: quote.contract.toUpperCase(),
    price: quote.last,
    timeMs: quote.time * 1_000,
    dayVolume: quote.volume ?? null,
    dayHigh: null,
    dayLow: null,
    bid: quote.bid ?? null,
    ask: quote.ask ?? null,
  };
}
