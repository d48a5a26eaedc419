import {
  DAY_MS,
  isTradingDay,
  MARKET_HOURS,
  periodStartMs,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { InstrumentType } from '@moneytrail/contract';
import type { NewInstrument } from './instrument.ts';

const HOURS = MARKET_HOURS.safex;
const COMMODITIES = ['WMAZ', 'YMAZ', 'WEAT', 'SOYA', 'SUNS'];
const MAIN_MONTHS = [3, 5, 7, 9, 12];
/** Contracts per commodity, nearest to delivery first. */
const SHOWN = 2;
const MONTH_NAMES = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

type Delivery = { year: number; month: number };

/** The sixth-last business day of the delivery month. */
export function lastTradingDayMs({ year, month }: Delivery): number {
  let dayMs = Date.UTC(year, month, 1);
  for (let left = 6; left > 0; ) {
    dayMs -= DAY_MS;
    if (isTradingDay(HOURS, dayMs)) left--;
  }
  return dayMs;
}

/** The Monday after the end of the previous year's contract of the same month. */
function firstTradingDayMs({ year, month }: Delivery): number {
  return periodStartMs('1W', lastTradingDayMs({ year: year - 1, month })) + 7 * DAY_MS;
}

function nextDeliveries(todayMs: number): Delivery[] {
  const year = new Date(todayMs).getUTCFullYear();
  return [year, year + 1]
    .flatMap((each) => MAIN_MONTHS.map((month) => ({ year: each, month })))
    .filter((delivery) => lastTradingDayMs(delivery) >= todayMs)
    .slice(0, SHOWN);
}

const dateOf = (dayMs: number) => new Date(dayMs).toISOString().slice(0, 10);
const codeOf = (commodity: string, { year, month }: Delivery) =>
  `${commodity}-${year}-${String(month).padStart(2, '0')}`;
const nameOf = ({ year, month }: Delivery) =>
  `${MONTH_NAMES[month - 1] ?? ''}${String(year % 100).padStart(2, '0')}`;

function contract(
  type: InstrumentType,
  code: string,
  description: string,
  deliveries: readonly Delivery[],
): NewInstrument {
  return {
    exchange: 'BVG',
    type,
    code,
    description,
    marketHours: 'safex',
    listedExchange: { name: 'Safex', value: 'SAFEX' },
    startDate: dateOf(Math.max(...deliveries.map(firstTradingDayMs))),
    endDate: dateOf(Math.min(...deliveries.map(lastTradingDayMs))),
  };
}

/** The nearest futures of each commodity, their calendar spread, and white against yellow maize. */
export function safexInstruments(nowMs: number): NewInstrument[] {
  const deliveries = nextDeliveries(tradingDateOf(HOURS, nowMs));
  const [near, far] = deliveries;
  if (!near || !far) return [];
  const futures = COMMODITIES.flatMap((commodity) =>
    deliveries.map((each) =>
      contract('futures', codeOf(commodity, each), `${nameOf(each)} ${commodity}`, [each]),
    ),
  );
  const spreads = COMMODITIES.map((commodity) =>
    contract(
      'spread',
      `${codeOf(commodity, near)}/${codeOf(commodity, far)}`,
      `${nameOf(near)}/${nameOf(far)} ${commodity}`,
      [near, far],
    ),
  );
  const split = contract(
    'split',
    `${codeOf('WMAZ', near)}/${codeOf('YMAZ', near)}`,
    `${nameOf(near)} WMAZ/YMAZ`,
    [near],
  );
  return [...futures, ...spreads, split];
}
