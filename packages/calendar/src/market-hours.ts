import { EXCHANGE_HOURS } from './exchange-hours.ts';
import type { HolidayCalendar } from './holidays.ts';
import { MARKET_HOURS_IDS, type MarketHoursId, type StockExchangeId } from './market-hours-ids.ts';

/**
 * The trading hours of a market. A trading date's session runs from `openMinute` to `closeMinute`, both counted from
 * 00:00 of that date on the zone's wall clock; a negative opening is on the evening before.
 */
export type MarketHours = {
  id: MarketHoursId;
  /** IANA time zone. */
  zone: string;
  openMinute: number;
  /** Exclusive, on a full day. */
  closeMinute: number;
  /** The midday break without trading, its end exclusive. */
  breakMinutes?: readonly [number, number];
  days: 'all' | 'weekdays';
  /**
   * Null: the market has no holidays. `unknown`: it has some that the calendar does not know, so a whole session
   * without a bar may be one (`mayBeHolidays`).
   */
  holidays: HolidayCalendar | 'unknown' | null;
  /** The market closes early on New York's half-days. */
  halfDays?: 'US';
  /**
   * The session in the notation of TradingView's library: `24x7`, or `HHMM-HHMM` on Monday to Friday, its parts separated
   * by a comma. One whose end is not after its beginning begins on the evening before.
   */
  session: string;
};

/** The markets of the product that are not stock exchanges outside the United States. */
const MARKETS = {
  crypto: {
    zone: 'Etc/UTC',
    openMinute: 0,
    closeMinute: 1_440,
    days: 'all',
    holidays: null,
    session: '24x7',
  },
  forex: {
    zone: 'America/New_York',
    openMinute: -420,
    closeMinute: 1_020,
    days: 'weekdays',
    holidays: null,
    session: '1700-1700',
  },
  metals: {
    zone: 'America/New_York',
    openMinute: -360,
    closeMinute: 1_020,
    days: 'weekdays',
    holidays: null,
    session: '1800-1700',
  },
  'us-stocks': {
    zone: 'America/New_York',
    openMinute: 570,
    closeMinute: 960,
    days: 'weekdays',
    holidays: 'US',
    halfDays: 'US',
    session: '0930-1600',
  },
  /** Safex closes at 12:01, so that the 12:00 print is kept. */
  safex: {
    zone: 'Africa/Johannesburg',
    openMinute: 540,
    closeMinute: 721,
    days: 'weekdays',
    holidays: 'ZA',
    session: '0900-1201',
  },
} as const satisfies Record<Exclude<MarketHoursId, StockExchangeId>, Omit<MarketHours, 'id'>>;

/** Stock exchanges whose holidays the calendar knows. */
const EXCHANGE_HOLIDAYS: Partial<Record<StockExchangeId, HolidayCalendar>> = { xjse: 'ZA' };

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(2));
}

function exchangeHours(id: StockExchangeId): MarketHours {
  const [zone, session] = EXCHANGE_HOURS[id];
  const minutes = session.split(/[-,]/).map(minuteOf);
  const [openMinute = 0, breakFrom = 0, breakTo = 0] = minutes;
  return {
    id,
    zone,
    openMinute,
    closeMinute: minutes.at(-1) ?? 0,
    ...(minutes.length > 2 ? { breakMinutes: [breakFrom, breakTo] as const } : {}),
    days: 'weekdays',
    holidays: EXCHANGE_HOLIDAYS[id] ?? 'unknown',
    session,
  };
}

const isMarket = (id: MarketHoursId): id is keyof typeof MARKETS => id in MARKETS;

/** The trading hours of all markets. */
export const MARKET_HOURS = Object.fromEntries(
  MARKET_HOURS_IDS.map((id) => [id, isMarket(id) ? { id, ...MARKETS[id] } : exchangeHours(id)]),
) as Record<MarketHoursId, MarketHours>; // Built from the list of all ids.
