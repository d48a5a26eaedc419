import { DAY_MS, MARKET_HOURS, tradingDayFrom } from '@moneytrail/calendar';
import { createRandom, hashText, mixSeed, normal, studentT5 } from '../paths/random.ts';
import type { Commodity } from './commodities.ts';
import type { ContractMonth } from './contract-calendar.ts';

const HOURS = MARKET_HOURS.safex;
const TRADING_DAYS = 252;
const SHARED_FACTOR_BEGINS_MS = Date.UTC(2014, 0, 1);
const REVERSION_PER_DAY = 1 / 250;
/** A day's shock is at most this many deviations. */
const MAX_SHOCK = 4;
/** What storing a ton for a month adds to its price. */
const CARRY_PER_MONTH = 0.007;
/** Deviation of one crop's price level from another's. */
const CROP_DEVIATION = 0.1;

/** A log price that wanders around zero with unit annual deviation, by trading date. */
type Factor = (dayMs: number) => number;

function createFactor(id: string, beginsMs: number): Factor {
  const levels = new Map<number, number>();
  let lastDayMs = tradingDayFrom(HOURS, beginsMs);
  let level = 0;
  levels.set(lastDayMs, level);
  const seed = hashText(id);
  return (dayMs) => {
    while (lastDayMs < dayMs) {
      lastDayMs = tradingDayFrom(HOURS, lastDayMs + DAY_MS);
      const shock = studentT5(createRandom(mixSeed(seed, lastDayMs / DAY_MS)));
      const clamped = Math.max(-MAX_SHOCK, Math.min(MAX_SHOCK, shock));
      level += clamped / Math.sqrt(TRADING_DAYS) - level * REVERSION_PER_DAY;
      levels.set(lastDayMs, level);
    }
    return levels.get(dayMs) ?? 0;
  };
}

/** Where the prices of one commodity's contracts stand on a trading date, before limits and ticks. */
export type Curve = (contract: ContractMonth, dayMs: number) => number;

/** The harvest a contract delivers from: its year, or the year before for months ahead of the new crop. */
function cropYearOf(commodity: Commodity, { year, month }: ContractMonth): number {
  return month >= commodity.newCropMonth ? year : year - 1;
}

/**
 * One driver per commodity, one per harvest: contracts of one harvest move together, the step from old to new crop
 * has a life of its own, and contracts further from delivery move less.
 */
export function createCurve(commodity: Commodity): Curve {
  const shared = createFactor(commodity.pathId, SHARED_FACTOR_BEGINS_MS);
  const crops = new Map<number, { offset: number; factor: Factor }>();
  const cropOf = (year: number) => {
    let crop = crops.get(year);
    if (!crop) {
      const id = `safex ${commodity.code} crop ${year}`;
      const offset = normal(createRandom(hashText(id))) * CROP_DEVIATION;
      crop = { offset, factor: createFactor(id, Date.UTC(year - 2, 0, 1)) };
      crops.set(year, crop);
    }
    return crop;
  };
  return (contract, dayMs) => {
    const cropYear = cropYearOf(commodity, contract);
    const crop = cropOf(cropYear);
    const monthsStored = (contract.year - cropYear) * 12 + contract.month - commodity.newCropMonth;
    const yearsAhead = (Date.UTC(contract.year, contract.month - 1, 1) - dayMs) / (365 * DAY_MS);
    const nearness = 1 - Math.max(0, Math.min(1, yearsAhead)) * (1 - commodity.farVolatility);
    const wander =
      Math.sqrt(commodity.sharedVariance) * shared(dayMs) +
      Math.sqrt(1 - commodity.sharedVariance) * crop.factor(dayMs);
    const log =
      crop.offset + CARRY_PER_MONTH * monthsStored + commodity.annualVolatility * nearness * wander;
    return commodity.level * Math.exp(log);
  };
}
