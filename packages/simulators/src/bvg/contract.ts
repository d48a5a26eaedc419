import type { MarketInstrument } from '../market/market-instrument.ts';

export const BVG_GROUPS = ['futures', 'spreads', 'splits', 'silo'] as const;
type BvgGroup = (typeof BVG_GROUPS)[number];

/** A contract as it is listed. Dates are 00:00 UTC of the trading date, inclusive. */
export type BvgContract = {
  code: string;
  display: string;
  group: BvgGroup;
  /** Null where a contract joins two commodities. */
  commodity: string | null;
  startMs: number;
  /** Null where it has no end. */
  endMs: number | null;
  market: MarketInstrument;
};
