import { DAY_MS, type MarketHours, tradingDayFrom } from '@moneytrail/calendar';
import { createRandom, hashText, mixSeed, normal, studentT5 } from '../paths/random.ts';
import type { DayRow } from './day-history.ts';

/** The share of a day's variance between two sessions of a market that closes for the night. */
const GAP_SHARE = 0.15;
/** The reach of extremes beyond open and close, in daily deviations. */
const REACH = 0.45;

/** The process of generated prices: mean-reverting in the logarithm, with Student-t shocks. */
export type DayProcess = {
  /** The mean price. */
  level: number;
  /** The standard deviation of a year's log return. */
  annualVolatility: number;
  /** The typical volume of a day; 0 for an index. */
  dailyVolume: number;
};

/** Half of a deviation from the mean is gone after about two thirds of a year. */
const REVERSION_PER_DAY = 1 / 250;

/** The number of trading days for the daily volatility. */
function tradingDaysPerYear(hours: MarketHours): number {
  return hours.days === 'all' ? 365 : 252;
}

/**
 * The next trading day, determined by instrument and date alone. A market that closes for the night opens with a gap,
 * others open at the last close.
 */
export function nextSeededDay(
  market: { id: string; hours: MarketHours; process: DayProcess },
  last: { dayMs: number; close: number },
): DayRow {
  const { hours, process } = market;
  const dayMs = tradingDayFrom(hours, last.dayMs + DAY_MS);
  const random = createRandom(mixSeed(hashText(market.id), dayMs / DAY_MS));
  const deviation = process.annualVolatility / Math.sqrt(tradingDaysPerYear(hours));
  const hasNight = hours.closeMinute - hours.openMinute < 1_000;
  const gap = hasNight ? normal(random) * deviation * Math.sqrt(GAP_SHARE) : 0;
  const pull = Math.log(process.level / last.close) * REVERSION_PER_DAY;
  const dayDeviation = hasNight ? deviation * Math.sqrt(1 - GAP_SHARE) : deviation;
  const open = last.close * Math.exp(gap);
  const close = open * Math.exp(pull + studentT5(random) * dayDeviation);
  return {
    dayMs,
    open,
    close,
    high: Math.max(open, close) * Math.exp(Math.abs(normal(random)) * dayDeviation * REACH),
    low: Math.min(open, close) * Math.exp(-Math.abs(normal(random)) * dayDeviation * REACH),
    volume: process.dailyVolume * Math.exp(normal(random) * 0.35),
  };
}
