import { DAY_MS, MARKET_HOURS, tradingDateOf } from '@moneytrail/calendar';
import { COMMODITIES, type Commodity } from './commodities.ts';
import type { BvgContract } from './contract.ts';
import { monthsTradingBetween } from './contract-calendar.ts';
import { createCurve } from './curve.ts';
import { splitsOf, spreadsOf } from './differences.ts';
import { type ListedFuture, listedFuture } from './listed-future.ts';
import { SILO_BEGINS_MS, SILOS, siloOf } from './silo.ts';

/** How long a contract stays listed after its last trading day. */
const EXPIRED_LISTED_MS = 365 * DAY_MS;

/** Every contract listed at a moment, by code; the same contract keeps its prices from call to call. */
export type ContractBoard = (nowMs: number) => ReadonlyMap<string, BvgContract>;

/** Makes each contract once. */
function createRegister(): <Contract extends BvgContract>(made: Contract) => BvgContract {
  const known = new Map<string, BvgContract>();
  return (made) => {
    const same = known.get(made.code) ?? made;
    known.set(same.code, same);
    return same;
  };
}

/** Futures of one commodity by month; asked again, the same ones. */
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

/** Commodities whose grain is priced at silos. */
const STORED = COMMODITIES.slice(0, 3);

/** The board of the exchange: futures, spreads, splits and silos of its five commodities. */
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
