import type { HalfDayCalendar } from '../holidays/half-days.ts';
import type { HolidayCalendar } from '../holidays/holidays.ts';
import type { StockExchangeId } from './exchange-hours.ts';

/**
 * When a market trades. A trading date's session runs from `openMinute` to `closeMinute`, both counted from
 * 00:00 of that date on the zone's wall clock; a negative opening lies on the evening before.
 */
export type MarketHours = {
  id: MarketHoursId;
  /** IANA zone of the exchange. */
  zone: string;
  openMinute: number;
  /** Exclusive; of a date that is no half-day. */
  closeMinute: number;
  /** The rest at midday, its end exclusive, in which nothing is traded. */
  restMinutes?: readonly [number, number];
  days: 'all' | 'weekdays';
  /**
   * Null: none. `unknown`: there are some that the calendar does not know, so that a whole session without a bar may
   * be one (`mayBeHolidays`).
   */
  holidays: HolidayCalendar | 'unknown' | null;
  /** Which dates close early. */
  halfDays?: HalfDayCalendar;
  /** The session in the notation of chart clients; parts are parted by a comma. */
  session: string;
};

export type MarketHoursId = 'crypto' | 'forex' | 'metals' | 'us-stocks' | 'safex' | StockExchangeId;
