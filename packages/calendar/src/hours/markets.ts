import type { MarketHours, MarketHoursId } from './market-hours.ts';
import { STOCK_EXCHANGES } from './stock-exchanges.ts';

/** The markets of the product. Safex closes at 12:01 so that the 12:00 print is kept. */
export const MARKET_HOURS: Record<MarketHoursId, MarketHours> = {
  crypto: {
    id: 'crypto',
    zone: 'Etc/UTC',
    openMinute: 0,
    closeMinute: 1_440,
    days: 'all',
    holidays: null,
    session: '24x7',
  },
  forex: {
    id: 'forex',
    zone: 'America/New_York',
    openMinute: -420,
    closeMinute: 1_020,
    days: 'weekdays',
    holidays: null,
    session: '24x5',
  },
  metals: {
    id: 'metals',
    zone: 'America/New_York',
    openMinute: -360,
    closeMinute: 1_020,
    days: 'weekdays',
    holidays: null,
    session: '1800-1700',
  },
  'us-stocks': {
    id: 'us-stocks',
    zone: 'America/New_York',
    openMinute: 570,
    closeMinute: 960,
    days: 'weekdays',
    holidays: 'US',
    halfDays: 'US',
    session: '0930-1600',
  },
  safex: {
    id: 'safex',
    zone: 'Africa/Johannesburg',
    openMinute: 540,
    closeMinute: 721,
    days: 'weekdays',
    holidays: 'ZA',
    session: '0900-1201',
  },
  ...STOCK_EXCHANGES,
};
