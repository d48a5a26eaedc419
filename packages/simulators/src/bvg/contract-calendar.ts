import { DAY_MS, isTradingDay, MARKET_HOURS, periodStartMs } from '@moneytrail/calendar';

const HOURS = MARKET_HOURS.safex;

/** A contract month; months count from 1. */
export type ContractMonth = { year: number; month: number };

/** March, May, July, September, December. */
export const MAIN_MONTHS: readonly number[] = [3, 5, 7, 9, 12];

/** The sixth-last business day of the contract month. */
export function lastTradingDayMs({ year, month }: ContractMonth): number {
  let dayMs = Date.UTC(year, month, 1);
  for (let count = 0; count < 6; ) {
    dayMs -= DAY_MS;
    if (isTradingDay(HOURS, dayMs)) count += 1;
  }
  return dayMs;
}

/**
 * Contracts are listed about a year ahead: from the Monday after last trading of the same month of the previous year.
 */
export function firstListedDayMs({ year, month }: ContractMonth): number {
  const before = lastTradingDayMs({ year: year - 1, month });
  return periodStartMs('1W', before) + 7 * DAY_MS;
}

/** Main months that trade at some time between two dates, ascending. */
export function monthsTradingBetween(fromDayMs: number, toDayMs: number): ContractMonth[] {
  const months: ContractMonth[] = [];
  const lastYear = new Date(toDayMs).getUTCFullYear() + 1;
  for (let year = new Date(fromDayMs).getUTCFullYear(); year <= lastYear; year += 1) {
    for (const month of MAIN_MONTHS) {
      const contract = { year, month };
      if (lastTradingDayMs(contract) >= fromDayMs && firstListedDayMs(contract) <= toDayMs)
        months.push(contract);
    }
  }
  return months;
}
