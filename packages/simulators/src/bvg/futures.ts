import { DAY_MS, MARKET_HOURS, tradingDayFrom, tradingDayUntil } from '@moneytrail/calendar';
import { createDayHistory, type DayRow } from '../days/day-history.ts';
import type {
  MarketInstrument,
  OutrightInstrument,
  PriceScale,
} from '../market/market-instrument.ts';
import { createRandom, hashText, mixSeed, normal, studentT5 } from '../paths/random.ts';
import type { Commodity } from './commodities.ts';
import { type ContractMonth, firstListedDayMs, lastTradingDayMs } from './contract-calendar.ts';

export const BVG_GROUPS = ['futures', 'spreads', 'splits', 'silo'] as const;
type BvgGroup = (typeof BVG_GROUPS)[number];

/** A listed contract. Dates are 00:00 UTC of the trading date, inclusive. */
export type BvgContract = {
  code: string;
  display: string;
  group: BvgGroup;
  /** Null if the contract combines two commodities. */
  commodity: string | null;
  startMs: number;
  /** Null if it has no end. */
  endMs: number | null;
  market: MarketInstrument;
};

const HOURS = MARKET_HOURS.safex;
const TRADING_DAYS = 252;
const SHARED_FACTOR_BEGINS_MS = Date.UTC(2014, 0, 1);
const REVERSION_PER_DAY = 1 / 250;
/** A day's shock is limited to this many standard deviations. */
const MAX_SHOCK = 4;
/** The cost of storing a ton for a month, as a share of its price. */
const CARRY_PER_MONTH = 0.007;
/** The standard deviation between the price levels of crops. */
const CROP_DEVIATION = 0.1;

/** A log price around zero with unit annual deviation, by trading date. */
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

/** The price of a contract on a trading date, before limits and ticks. */
export type Curve = (contract: ContractMonth, dayMs: number) => number;

/** The harvest a contract delivers from: its year, or the previous year for months before the new crop. */
function cropYearOf(commodity: Commodity, { year, month }: ContractMonth): number {
  return month >= commodity.newCropMonth ? year : year - 1;
}

/**
 * One factor per commodity and one per harvest: contracts of one harvest move together, the step from old to new crop
 * moves on its own, and contracts further from delivery move less.
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

/** Rand and cents; prices move by 20 cents. */
export const SAFEX_SCALE: PriceScale = { decimals: 2, step: 20, volumeDecimals: 0 };

/**
 * The limit in the month of delivery, in daily limits. The exchange has none there: a price once moved this far while
 * other contracts stood at their limits (R103 to R80, July 2012). A larger move would break the limits of spreads.
 */
const DELIVERY_LIMITS = 1.3;

/** Volume by time to delivery, as a share of the most active month. */
function volumeShare(yearsAhead: number): number {
  if (yearsAhead <= 0) return 0.2;
  if (yearsAhead < 1 / 3) return 1;
  return yearsAhead < 7 / 12 ? 0.45 : 0.15;
}

function clamp(value: number, around: number, limit: number): number {
  return Math.max(around - limit, Math.min(around + limit, value));
}

/** `WMAZ-2026-07` */
function futureCode(commodity: Commodity, { year, month }: ContractMonth): string {
  return `${commodity.code}-${year}-${String(month).padStart(2, '0')}`;
}

/** A futures contract that trades for about a year, with the daily limit, or a wider one in its delivery month. */
function futureOf(commodity: Commodity, contract: ContractMonth, curve: Curve): OutrightInstrument {
  const id = futureCode(commodity, contract);
  // Contracts of a commodity make their extremes together, which keeps their spreads narrow.
  const seed = hashText(commodity.pathId);
  const firstDayMs = tradingDayFrom(HOURS, firstListedDayMs(contract));
  const lastDayMs = lastTradingDayMs(contract);
  const deliveryMs = Date.UTC(contract.year, contract.month - 1, 1);
  const deviation = commodity.annualVolatility / Math.sqrt(252);

  const rowOf = (dayMs: number, before: number): DayRow => {
    const random = createRandom(mixSeed(seed, dayMs / DAY_MS));
    const limit = commodity.dailyLimit * (dayMs >= deliveryMs ? DELIVERY_LIMITS : 1);
    const within = (price: number) => clamp(price, before, limit);
    const close = within(curve(contract, dayMs));
    const open = within(before * Math.exp(normal(random) * deviation * 0.3));
    return {
      dayMs,
      open,
      close,
      high: within(Math.max(open, close) * Math.exp(Math.abs(normal(random)) * deviation * 0.4)),
      low: within(Math.min(open, close) * Math.exp(-Math.abs(normal(random)) * deviation * 0.4)),
      volume:
        commodity.dailyVolume *
        volumeShare((deliveryMs - dayMs) / (365 * DAY_MS)) *
        Math.exp(normal(random) * 0.4),
    };
  };

  return {
    kind: 'outright',
    id,
    pathId: commodity.pathId,
    hours: HOURS,
    scale: SAFEX_SCALE,
    shape: { quietShare: 0, activity: 'uShaped', sharesTurns: true },
    history: createDayHistory({
      rows: [],
      next: (last) => {
        const dayMs = last ? tradingDayFrom(HOURS, last.dayMs + DAY_MS) : firstDayMs;
        if (dayMs > lastDayMs) return null;
        return rowOf(dayMs, last?.close ?? curve(contract, tradingDayUntil(HOURS, dayMs - DAY_MS)));
      },
    }),
  };
}

const MONTH_NAMES = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

/** A futures contract with its month and prices. */
export type ListedFuture = BvgContract & {
  month: ContractMonth;
  endMs: number;
  market: OutrightInstrument;
};

/** `DEC26` */
export function monthName({ year, month }: ContractMonth): string {
  return `${MONTH_NAMES[month - 1] ?? ''}${String(year % 100).padStart(2, '0')}`;
}

export function listedFuture(
  commodity: Commodity,
  month: ContractMonth,
  curve: Curve,
): ListedFuture {
  return {
    month,
    code: futureCode(commodity, month),
    display: `${monthName(month)} ${commodity.code}`,
    group: 'futures',
    commodity: commodity.code,
    startMs: firstListedDayMs(month),
    endMs: lastTradingDayMs(month),
    market: futureOf(commodity, month, curve),
  };
}
