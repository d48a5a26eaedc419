import { DAY_MS } from '../durations.ts';
import { nthWeekdayMs, usHolidays } from './holidays.ts';

export type HalfDayCalendar = 'US';

/** The rules of today begin here; before, New York closed early by other rules. */
const FIRST_YEAR = 1993;
const LAST_YEAR = 2100;

/** Closed early once, outside any rule, as trading dates `YYYY-MM-DD`. */
const SINGLE_DAYS = ['1997-12-26', '1999-12-31', '2003-12-26'];

/**
 * Beside Independence Day: 3 July, since 2013 on a Wednesday too; before, a 4 July on Thursday shortened the Friday
 * after it.
 */
function besideIndependenceDay(year: number): number {
  const thirdMs = Date.UTC(year, 6, 3);
  const isWednesday = new Date(thirdMs).getUTCDay() === 3;
  return isWednesday && year < 2013 ? thirdMs + 2 * DAY_MS : thirdMs;
}

function usHalfDays(year: number): number[] {
  const rests = new Set(usHolidays(year));
  const candidates = [
    besideIndependenceDay(year),
    nthWeekdayMs(year, 11, 4, 4) + DAY_MS,
    Date.UTC(year, 11, 24),
  ];
  // 3 July and 24 December are whole holidays themselves where the feast falls on a Saturday.
  return candidates.filter((dayMs) => {
    const weekday = new Date(dayMs).getUTCDay();
    const isWeekend = weekday === 0 || weekday === 6;
    return !isWeekend && !rests.has(dayMs);
  });
}

function allUsHalfDays(): ReadonlySet<number> {
  const days = SINGLE_DAYS.map((day) => Date.parse(`${day}T00:00:00Z`));
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) days.push(...usHalfDays(year));
  return new Set(days);
}

let usDays: ReadonlySet<number> | undefined;

/** When the exchanges of a calendar close on a half-day, on their wall clock, and which days those are. */
const CALENDARS: Record<HalfDayCalendar, { closeMinute: number; days: () => ReadonlySet<number> }> =
  {
    US: {
      closeMinute: 780,
      // A century of days, worked out at first use.
      days: () => {
        usDays ??= allUsHalfDays();
        return usDays;
      },
    },
  };

/**
 * The minute of the wall clock at which an exchange closes on a date (00:00 UTC of it) that is shorter than others;
 * null where it is not.
 *
 * `US`: 13:00 on 3 July, the day after Thanksgiving and 24 December, by New York Stock Exchange, "Holidays & Trading
 * Hours" (nyse.com/markets/hours-calendars) and its yearly announcements; earlier years after the calendar of
 * github.com/gerrymanoim/exchange_calendars. Known from 1993 to 2100.
 */
export function earlyCloseMinute(calendar: HalfDayCalendar, dayMs: number): number | null {
  const { closeMinute, days } = CALENDARS[calendar];
  return days().has(dayMs) ? closeMinute : null;
}
