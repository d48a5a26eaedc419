import type { MarketHours } from '@moneytrail/calendar';
import type { DayHistory } from '../days/day-history.ts';
import type { PathShape } from '../paths/minute-path.ts';

/**
 * The grid of an instrument's prices and volumes. The market counts in whole units, so that sums and extremes are
 * exact; decimals appear only in responses.
 */
export type PriceScale = {
  decimals: number;
  /** The minimum move, counted in the last decimal: 20 with 2 decimals is 0.20. */
  step: number;
  volumeDecimals: number;
};

/** A price as a whole number of minimum moves. */
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
  /** The same for the listings of one asset at several vendors, so that their prices agree. */
  id: string;
  hours: MarketHours;
  scale: PriceScale;
};

/** An instrument with its own price. */
export type OutrightInstrument = Common & {
  kind: 'outright';
  history: DayHistory;
  shape: PathShape;
  /** Instruments with the same id make their intraday extremes at the same times, each within its own range. */
  pathId: string;
};

/** The difference of two outrights, second by second; may be negative. Its days are built from its minutes. */
export type SpreadInstrument = Common & {
  kind: 'spread';
  legs: readonly [OutrightInstrument, OutrightInstrument];
  /** Both legs trade in this range; trading dates, inclusive. */
  firstDayMs: number;
  lastDayMs: number;
  /** The share of the thinner leg's volume that trades as the spread. */
  volumeShare: number;
};

export type MarketInstrument = OutrightInstrument | SpreadInstrument;

/** The first trading date of an instrument; infinite if it never trades. */
export function firstDayOf(instrument: MarketInstrument): number {
  if (instrument.kind === 'spread') return instrument.firstDayMs;
  return instrument.history.first()?.dayMs ?? Number.POSITIVE_INFINITY;
}

/** The date, or the last trading date of an instrument that expired before it. */
export function lastDayUntil(instrument: MarketInstrument, dayMs: number): number {
  if (instrument.kind === 'spread') return Math.min(dayMs, instrument.lastDayMs);
  const last = instrument.history.lastKnown(dayMs);
  return Math.min(dayMs, last?.dayMs ?? 0);
}
