import { DAY_MS, MARKET_HOURS, tradingDateOf, tradingDayFrom } from '@moneytrail/calendar';
import { createDayHistory } from '../days/day-history.ts';
import type { OutrightInstrument } from '../market/market-instrument.ts';
import { createRandom, hashText, mixSeed, normal } from '../paths/random.ts';
import { COMMODITIES, type Commodity } from './commodities.ts';
import { lastTradingDayMs, MAIN_MONTHS, monthsTradingBetween } from './contract-calendar.ts';
import {
  type BvgContract,
  type Curve,
  createCurve,
  type ListedFuture,
  listedFuture,
  monthName,
  SAFEX_SCALE,
} from './futures.ts';

const HOURS = MARKET_HOURS.safex;
/** The share of the thinner leg's volume that trades as the spread. */
const VOLUME_SHARE = 0.35;
/** A contract is spread against this many of the following ones. */
const SPREAD_REACH = 2;

/** The spread of two futures while both trade; null if they never trade at the same time. */
function differenceOf(
  near: ListedFuture,
  far: ListedFuture,
  listing: Pick<BvgContract, 'display' | 'group' | 'commodity'>,
): BvgContract | null {
  const startMs = Math.max(near.startMs, far.startMs);
  const endMs = Math.min(near.endMs, far.endMs);
  if (startMs > endMs) return null;
  const code = `${near.code}/${far.code}`;
  return {
    ...listing,
    code,
    startMs,
    endMs,
    market: {
      kind: 'spread',
      id: code,
      hours: HOURS,
      scale: SAFEX_SCALE,
      legs: [near.market, far.market],
      firstDayMs: tradingDayFrom(HOURS, startMs),
      lastDayMs: endMs,
      volumeShare: VOLUME_SHARE,
    },
  };
}

/** Calendar spreads of one commodity: each month against the next two. `futures` are ascending by month. */
function spreadsOf(futures: readonly ListedFuture[]): BvgContract[] {
  return futures.flatMap((near, index) =>
    futures.slice(index + 1, index + 1 + SPREAD_REACH).flatMap((far) => {
      const display = `${monthName(near.month)}/${monthName(far.month)} ${near.commodity}`;
      const listing = { display, group: 'spreads', commodity: near.commodity } as const;
      return differenceOf(near, far, listing) ?? [];
    }),
  );
}

/** The assumed definition of a split: white maize against yellow maize of the same month. */
function splitsOf(white: readonly ListedFuture[], yellow: readonly ListedFuture[]): BvgContract[] {
  return white.flatMap((one) => {
    const other = yellow.find(({ display }) => display.startsWith(monthName(one.month)));
    const display = `${monthName(one.month)} WMAZ/YMAZ`;
    if (!other) return [];
    return differenceOf(one, other, { display, group: 'splits', commodity: null }) ?? [];
  });
}

const PREMIUM_DEVIATION = 6;
const PREMIUM_REVERSION = 0.05;

/** A delivery point, and its location differential to Randfontein in rand a ton. */
type Silo = { place: string; differential: number };

const SILOS: readonly Silo[] = [
  { place: 'RANDFONTEIN', differential: 0 },
  { place: 'BOTHAVILLE', differential: 165 },
  { place: 'MALMESBURY', differential: 415 },
];

/** The first day of silo prices. */
const SILO_BEGINS_MS = Date.UTC(2025, 0, 1);

function spotMonth(dayMs: number): { year: number; month: number } {
  const year = new Date(dayMs).getUTCFullYear();
  const month = MAIN_MONTHS.find(
    (candidate) => lastTradingDayMs({ year, month: candidate }) >= dayMs,
  );
  return month === undefined ? { year: year + 1, month: MAIN_MONTHS[0] ?? 3 } : { year, month };
}

/** A silo's price, once a day: the spot month less the differential, with a slow premium. */
function siloOf(commodity: Commodity, silo: Silo, curve: Curve): OutrightInstrument {
  const id = `SILO-${commodity.code}-${silo.place}`;
  const seed = hashText(id);
  let premium = 0;
  return {
    kind: 'outright',
    id,
    pathId: id,
    hours: HOURS,
    scale: SAFEX_SCALE,
    shape: { quietShare: 0, activity: 'even' },
    history: createDayHistory({
      rows: [],
      next: (last) => {
        const dayMs = tradingDayFrom(HOURS, last ? last.dayMs + DAY_MS : SILO_BEGINS_MS);
        const shock = normal(createRandom(mixSeed(seed, dayMs / DAY_MS)));
        premium += shock * PREMIUM_DEVIATION - premium * PREMIUM_REVERSION;
        const price = curve(spotMonth(dayMs), dayMs) - silo.differential + premium;
        return { dayMs, open: price, high: price, low: price, close: price, volume: 0 };
      },
    }),
  };
}

/** A contract stays listed this long after its last trading day. */
const EXPIRED_LISTED_MS = 365 * DAY_MS;

/** All contracts listed at a moment, by code; a contract keeps its prices between calls. */
type ContractBoard = (nowMs: number) => ReadonlyMap<string, BvgContract>;

/** Keeps one instance of each contract. */
function createRegister(): <Contract extends BvgContract>(made: Contract) => BvgContract {
  const known = new Map<string, BvgContract>();
  return (made) => {
    const same = known.get(made.code) ?? made;
    known.set(same.code, same);
    return same;
  };
}

/** Futures of one commodity by month; repeated calls return the same instances. */
function createFutures(
  commodity: Commodity,
): (fromDayMs: number, toDayMs: number) => ListedFuture[] {
  const curve = createCurve(commodity);
  const known = new Map<string, ListedFuture>();
  return (fromDayMs, toDayMs) =>
    monthsTradingBetween(fromDayMs, toDayMs).map((month) => {
      const key = `${month.year}-${month.month}`;
      const future = known.get(key) ?? listedFuture(commodity, month, curve);
      known.set(key, future);
      return future;
    });
}

function silosOf(commodity: Commodity): BvgContract[] {
  const curve = createCurve(commodity);
  return SILOS.map((silo) => {
    const market = siloOf(commodity, silo, curve);
    return {
      code: market.id,
      display: `${silo.place} ${commodity.code}`,
      group: 'silo',
      commodity: commodity.code,
      startMs: SILO_BEGINS_MS,
      endMs: null,
      market,
    };
  });
}

/** Commodities with silo prices. */
const STORED = COMMODITIES.slice(0, 3);

/** The exchange's contracts: futures, spreads, splits and silos of its five commodities. */
export function createContractBoard(): ContractBoard {
  const futuresOf = new Map(COMMODITIES.map((one) => [one.code, createFutures(one)]));
  const silos = STORED.flatMap(silosOf);
  const register = createRegister();
  let board: { dayMs: number; contracts: ReadonlyMap<string, BvgContract> } | null = null;

  const contractsOn = (dayMs: number): BvgContract[] => {
    const futures = new Map(
      [...futuresOf].map(([code, of]) => [code, of(dayMs - EXPIRED_LISTED_MS, dayMs)]),
    );
    const splits = splitsOf(futures.get('WMAZ') ?? [], futures.get('YMAZ') ?? []);
    const listed = [...futures.values()].flatMap((one) => [...one, ...spreadsOf(one)]);
    return [...listed, ...splits, ...silos];
  };

  return (nowMs) => {
    const dayMs = tradingDateOf(MARKET_HOURS.safex, nowMs);
    if (board?.dayMs === dayMs) return board.contracts;
    const listed = contractsOn(dayMs)
      .map(register)
      .filter(({ startMs }) => startMs <= dayMs);
    board = { dayMs, contracts: new Map(listed.map((contract) => [contract.code, contract])) };
    return board.contracts;
  };
}
