import { MARKET_HOURS, tradingDateOf, tradingDayFrom } from '@moneytrail/calendar';
import type { MarketInstrument, OutrightInstrument } from '../market/market-instrument.ts';
import { COMMODITIES, type Commodity } from './commodities.ts';
import {
  type ContractMonth,
  firstListedDayMs,
  lastTradingDayMs,
  monthsTradingBetween,
} from './contract-calendar.ts';
import { createCurve } from './curve.ts';
import { futureCode, futureOf, SAFEX_SCALE } from './future.ts';
import { SILO_BEGINS_MS, SILOS, siloOf } from './silo.ts';

const DAY_MS = 86_400_000;
const HOURS = MARKET_HOURS.safex;
/** How long a contract stays listed after its last trading day. */
const EXPIRED_LISTED_MS = 365 * DAY_MS;
const MONTH_NAMES = [
  'JAN',
  'FEB',
  'MAR',
  'APR',
  'MAY',
  'JUN',
  'JUL',
  'AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
];

export const BVG_GROUPS = ['futures', 'spreads', 'splits', 'silo'] as const;
export type BvgGroup = (typeof BVG_GROUPS)[number];

/** A contract as it is listed. Dates are 00:00 UTC of the trading date, inclusive. */
export type BvgContract = {
  code: string;
  display: string;
  group: BvgGroup;
  /** Absent where a contract joins two commodities. */
  commodity: string | null;
  startMs: number;
  endMs: number | null;
  market: MarketInstrument;
};

/** Every contract listed at a moment, by code; the same contract keeps its prices from call to call. */
export type ContractBoard = (nowMs: number) => ReadonlyMap<string, BvgContract>;

type ListedFuture = {
  month: ContractMonth;
  code: string;
  startMs: number;
  endMs: number;
  market: OutrightInstrument;
};

function monthName({ year, month }: ContractMonth): string {
  return `${MONTH_NAMES[month - 1] ?? ''}${String(year % 100).padStart(2, '0')}`;
}

/** The difference of two futures over the time both trade; null where they never do together. */
function differenceOf(
  near: ListedFuture,
  far: ListedFuture,
): Pick<BvgContract, 'code' | 'startMs' | 'endMs' | 'market'> | null {
  const startMs = Math.max(near.startMs, far.startMs);
  const endMs = Math.min(near.endMs, far.endMs);
  if (startMs > endMs) return null;
  return {
    code: `${near.code}/${far.code}`,
    startMs,
    endMs,
    market: {
      kind: 'spread',
      id: `${near.code}/${far.code}`,
      hours: HOURS,
      scale: SAFEX_SCALE,
      legs: [near.market, far.market],
      firstDayMs: tradingDayFrom(HOURS, startMs),
      lastDayMs: endMs,
      volumeShare: 0.35,
    },
  };
}

function futuresOf(
  commodity: Commodity,
  months: readonly ContractMonth[],
  known: Map<string, OutrightInstrument>,
  curve: ReturnType<typeof createCurve>,
): ListedFuture[] {
  return months.map((month) => {
    const code = futureCode(commodity, month);
    let market = known.get(code);
    if (!market) {
      market = futureOf(commodity, month, curve);
      known.set(code, market);
    }
    return {
      month,
      code,
      startMs: firstListedDayMs(month),
      endMs: lastTradingDayMs(month),
      market,
    };
  });
}

/** Each main month against the next two. */
function spreadsOf(commodity: Commodity, futures: readonly ListedFuture[]): BvgContract[] {
  const spreads: BvgContract[] = [];
  futures.forEach((near, index) => {
    for (const far of futures.slice(index + 1, index + 3)) {
      const difference = differenceOf(near, far);
      const display = `${monthName(near.month)}/${monthName(far.month)} ${commodity.code}`;
      if (difference)
        spreads.push({ ...difference, display, group: 'spreads', commodity: commodity.code });
    }
  });
  return spreads;
}

/** White maize against yellow maize of the same month. */
function splitsOf(white: readonly ListedFuture[], yellow: readonly ListedFuture[]): BvgContract[] {
  return white.flatMap((one) => {
    const other = yellow.find(
      ({ month }) => month.year === one.month.year && month.month === one.month.month,
    );
    const difference = other && differenceOf(one, other);
    if (!difference) return [];
    return [
      {
        ...difference,
        display: `${monthName(one.month)} WMAZ/YMAZ`,
        group: 'splits' as const,
        commodity: null,
      },
    ];
  });
}

/** The board of the exchange: futures, spreads, splits and silos of its five commodities. */
export function createContractBoard(): ContractBoard {
  const curves = new Map(COMMODITIES.map((commodity) => [commodity.code, createCurve(commodity)]));
  const known = new Map<string, OutrightInstrument>();
  const silos: BvgContract[] = COMMODITIES.slice(0, 3).flatMap((commodity) => {
    const curve = curves.get(commodity.code);
    if (!curve) return [];
    return SILOS.map((silo) => {
      const market = siloOf(commodity, silo, curve);
      const display = `${silo.place} ${commodity.code}`;
      return {
        code: market.id,
        display,
        group: 'silo',
        commodity: commodity.code,
        startMs: SILO_BEGINS_MS,
        endMs: null,
        market,
      };
    });
  });
  let board: { dayMs: number; contracts: ReadonlyMap<string, BvgContract> } | null = null;
  const earlier = new Map<string, BvgContract>();

  return (nowMs) => {
    const dayMs = tradingDateOf(HOURS, nowMs);
    if (board?.dayMs === dayMs) return board.contracts;
    const months = monthsTradingBetween(dayMs - EXPIRED_LISTED_MS, dayMs);
    const contracts = new Map<string, BvgContract>();
    const list = (contract: BvgContract) => {
      const same = earlier.get(contract.code) ?? contract;
      earlier.set(same.code, same);
      if (same.startMs <= dayMs) contracts.set(same.code, same);
    };
    const futures = new Map<string, ListedFuture[]>();
    for (const commodity of COMMODITIES) {
      const curve = curves.get(commodity.code);
      if (!curve) continue;
      const listed = futuresOf(commodity, months, known, curve);
      futures.set(commodity.code, listed);
      for (const { month, code, startMs, endMs, market } of listed) {
        const display = `${monthName(month)} ${commodity.code}`;
        list({
          code,
          display,
          group: 'futures',
          commodity: commodity.code,
          startMs,
          endMs,
          market,
        });
      }
      for (const spread of spreadsOf(commodity, listed)) list(spread);
    }
    for (const split of splitsOf(futures.get('WMAZ') ?? [], futures.get('YMAZ') ?? [])) list(split);
    for (const silo of silos) list(silo);
    board = { dayMs, contracts };
    return contracts;
  };
}
