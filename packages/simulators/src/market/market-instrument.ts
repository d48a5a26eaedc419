import type { MarketHours } from '@moneytrail/calendar';
import type { DayHistory } from '../days/day-history.ts';
import type { PathShape } from '../paths/minute-path.ts';

/**
 * The grid an instrument's prices and volumes lie on. Inside the market everything is counted in whole units,
 * so that sums and extremes are exact; numbers with decimals appear only in answers.
 */
export type PriceScale = {
  decimals: number;
  /** Smallest move, counted in the last decimal: 20 with 2 decimals is 0.20. */
  step: number;
  volumeDecimals: number;
};

/** A price as a whole number of smallest moves. */
export function priceToUnits(scale: PriceScale, price: number): number {
  return Math.round((price * 10 ** scale.decimals) / scale.step);
}

/** The double nearest to the decimal price. */
export function priceOfUnits(scale: PriceScale, units: number): number {
  return (units * scale.step) / 10 ** scale.decimals;
}

/** The double nearest to the decimal volume. */
export function volumeOfUnits(scale: PriceScale, units: number): number {
  return units / 10 ** scale.volumeDecimals;
}

type Common = {
  /** Listings of one thing at several vendors share it, so that their prices agree. */
  id: string;
  hours: MarketHours;
  scale: PriceScale;
};

/** Something with a price of its own. */
export type OutrightInstrument = Common & {
  kind: 'outright';
  history: DayHistory;
  shape: PathShape;
  /** Instruments that share it take the same turns within a day, each within its own range. */
  pathId: string;
};

/** The difference of two outrights, second by second: may be negative. Its days are made of its minutes. */
export type SpreadInstrument = Common & {
  kind: 'spread';
  legs: readonly [OutrightInstrument, OutrightInstrument];
  /** Both legs live: trading dates, inclusive. */
  firstDayMs: number;
  lastDayMs: number;
  /** Part of the thinner leg's volume that trades as the spread. */
  volumeShare: number;
};

export type MarketInstrument = OutrightInstrument | SpreadInstrument;

/** First trading date of an instrument; infinite where it never trades. */
export function firstDayOf(instrument: MarketInstrument): number {
  if (instrument.kind === 'spread') return instrument.firstDayMs;
  return instrument.history.first()?.dayMs ?? Number.POSITIVE_INFINITY;
}

/** A date, or the last trading date where the instrument's life ended before it. */
export function lastDayUntil(instrument: MarketInstrument, dayMs: number): number {
  if (instrument.kind === 'spread') return Math.min(dayMs, instrument.lastDayMs);
  const last = instrument.history.lastKnown(dayMs);
  return Math.min(dayMs, last?.dayMs ?? 0);
}
