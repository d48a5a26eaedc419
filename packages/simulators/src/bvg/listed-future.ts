import type { OutrightInstrument } from '../market/market-instrument.ts';
import type { Commodity } from './commodities.ts';
import type { BvgContract } from './contract.ts';
import { type ContractMonth, firstListedDayMs, lastTradingDayMs } from './contract-calendar.ts';
import type { Curve } from './curve.ts';
import { futureCode, futureOf } from './future.ts';

const MONTH_NAMES = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

/** A futures contract with what spreads are made of. */
export type ListedFuture = BvgContract & {
  month: ContractMonth;
  endMs: number;
  market: OutrightInstrument;
};

/** `DEC26` */
export function monthName({ year, month }: ContractMonth): string {
  return `${MONTH_NAMES[month - 1] ?? ''}${String(year % 100).padStart(2, '0')}`;
}

/** The contract of a commodity and month with its prices. */
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
