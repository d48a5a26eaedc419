import { DAY_MS, type MarketHours, tradingDayFrom } from '@moneytrail/calendar';
import { createRandom, hashText, mixSeed, normal, studentT5 } from '../paths/random.ts';
import type { DayRow } from './day-history.ts';

/** Share of a day's variance that falls between two sessions, where there is a night between them. */
const GAP_SHARE = 0.15;
/** How far extremes reach beyond open and close, in daily deviations. */
const REACH = 0.45;

/** How prices go on where there are no real ones: mean-reverting in the logarithm, with Student-t shocks. */
export type DayProcess = {
  /** The price the process is drawn to. */
  level: number;
  /** Standard deviation of a year's log return. */
  annualVolatility: number;
  /** Typical volume of a day; 0 for an index. */
  dailyVolume: number;
};

/** Half of a deviation from the level is gone after about two thirds of a year. */
const REVERSION_PER_DAY = 1 / 250;

/** Trading days of a year, the number that daily volatility is taken from. */
function tradingDaysPerYear(hours: MarketHours): number {
  return hours.days === 'all' ? 365 : 252;
}

/**
 * The trading day after another, drawn from the instrument and the date alone.
 * A market with a night between its sessions opens with a gap; one without opens where it closed.
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
