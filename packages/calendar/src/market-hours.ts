import type { HolidayCalendar } from './holidays.ts';

/**
 * When a market trades. A trading date's session runs from `openMinute` to `closeMinute`, both counted from
 * 00:00 of that date on the zone's wall clock; a negative opening lies on the evening before.
 */
export type MarketHours = {
  id: MarketHoursId;
  /** IANA zone of the exchange. */
  zone: string;
  openMinute: number;
  /** Exclusive. */
  closeMinute: number;
  days: 'all' | 'weekdays';
  holidays: HolidayCalendar | null;
  /** The session in the notation of chart clients. */
  session: string;
};

export type MarketHoursId = 'crypto' | 'forex' | 'metals' | 'us-stocks' | 'safex';

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
};
