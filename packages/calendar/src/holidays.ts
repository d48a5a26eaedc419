import { DAY_MS } from './durations.ts';

export type HolidayCalendar = 'US' | 'ZA';

/** One-off holidays outside any rule: elections, days of mourning, storms. Trading dates as `YYYY-MM-DD`. */
const SINGLE_HOLIDAYS: Record<HolidayCalendar, readonly string[]> = {
  US: ['2012-10-29', '2012-10-30', '2018-12-05', '2025-01-09'],
  ZA: [
    '2014-05-07',
    '2016-08-03',
    '2019-05-08',
    '2021-11-01',
    '2022-12-27',
    '2023-12-15',
    '2024-05-29',
  ],
};

function dateMs(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day);
}

function weekdayOf(dayMs: number): number {
  return new Date(dayMs).getUTCDay();
}

/** Gregorian Easter Sunday by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSundayMs(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return dateMs(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/** The n-th given weekday (0 = Sunday) of a month; n = −1 is the last. */
function nthWeekdayMs(year: number, month: number, weekday: number, n: number): number {
  if (n > 0) {
    const first = dateMs(year, month, 1);
    return first + (((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7) * DAY_MS;
  }
  const last = dateMs(year, month + 1, 1) - DAY_MS;
  return last - ((weekdayOf(last) - weekday + 7) % 7) * DAY_MS;
}

/** A holiday on a Saturday is observed on Friday, one on a Sunday on Monday (NYSE rule 7.2). */
function observedUsMs(dayMs: number): number {
  const weekday = weekdayOf(dayMs);
  if (weekday === 6) return dayMs - DAY_MS;
  return weekday === 0 ? dayMs + DAY_MS : dayMs;
}

/** The holidays that New York observes in a year by rule, in no particular order. */
function usHolidays(year: number): number[] {
  const days = [
    nthWeekdayMs(year, 1, 1, 3),
    nthWeekdayMs(year, 2, 1, 3),
    easterSundayMs(year) - 2 * DAY_MS,
    nthWeekdayMs(year, 5, 1, -1),
    observedUsMs(dateMs(year, 7, 4)),
    nthWeekdayMs(year, 9, 1, 1),
    nthWeekdayMs(year, 11, 4, 4),
    observedUsMs(dateMs(year, 12, 25)),
  ];
  // New Year's Day on a Saturday is not observed on the last Friday of the old year.
  const newYear = dateMs(year, 1, 1);
  if (weekdayOf(newYear) !== 6) days.push(observedUsMs(newYear));
  if (year >= 2022) days.push(observedUsMs(dateMs(year, 6, 19)));
  return days;
}

/** Public Holidays Act 36 of 1994: if a holiday falls on a Sunday, the Monday is a holiday too. */
function zaHolidays(year: number): number[] {
  const easter = easterSundayMs(year);
  const fixed: [number, number][] = [
    [1, 1],
    [3, 21],
    [4, 27],
    [5, 1],
    [6, 16],
    [8, 9],
    [9, 24],
    [12, 16],
    [12, 25],
    [12, 26],
  ];
  const days = fixed.map(([month, day]) => dateMs(year, month, day));
  for (const day of [...days]) if (weekdayOf(day) === 0) days.push(day + DAY_MS);
  return [...days, easter - 2 * DAY_MS, easter + DAY_MS];
}

const holidaysByYear = new Map<string, ReadonlySet<number>>();

function holidaysOf(calendar: HolidayCalendar, year: number): ReadonlySet<number> {
  const key = `${calendar}${year}`;
  let days = holidaysByYear.get(key);
  if (!days) {
    const ruled = calendar === 'US' ? usHolidays(year) : zaHolidays(year);
    const single = SINGLE_HOLIDAYS[calendar].filter((day) => day.startsWith(String(year)));
    days = new Set([...ruled, ...single.map((day) => Date.parse(`${day}T00:00:00Z`))]);
    holidaysByYear.set(key, days);
  }
  return days;
}

/** True if a date (its 00:00 UTC) is a public holiday; weekends are not considered. */
export function isHoliday(calendar: HolidayCalendar, dayMs: number): boolean {
  return holidaysOf(calendar, new Date(dayMs).getUTCFullYear()).has(dayMs);
}

/** Today's rules apply from this year; before it, New York closed early by other rules. */
const FIRST_HALF_DAY_YEAR = 1993;
const LAST_HALF_DAY_YEAR = 2100;
const US_EARLY_CLOSE_MINUTE = 13 * 60;

/** One-off early closes outside any rule, as trading dates `YYYY-MM-DD`. */
const SINGLE_HALF_DAYS = ['1997-12-26', '1999-12-31', '2003-12-26'];

/** The half-day around 4 July is 3 July. Until 2012, when 4 July fell on a Thursday, it was the Friday after. */
function besideIndependenceDay(year: number): number {
  const thirdMs = dateMs(year, 7, 3);
  return weekdayOf(thirdMs) === 3 && year < 2013 ? thirdMs + 2 * DAY_MS : thirdMs;
}

function usHalfDaysOf(year: number): number[] {
  const holidays = new Set(usHolidays(year));
  const candidates = [
    besideIndependenceDay(year),
    nthWeekdayMs(year, 11, 4, 4) + DAY_MS,
    dateMs(year, 12, 24),
  ];
  // 3 July and 24 December are full holidays when the feast itself falls on a Saturday.
  return candidates.filter((dayMs) => {
    const weekday = weekdayOf(dayMs);
    return weekday !== 0 && weekday !== 6 && !holidays.has(dayMs);
  });
}

/** Computed at first use. */
let usHalfDays: ReadonlySet<number> | undefined;

function allUsHalfDays(): ReadonlySet<number> {
  const days = SINGLE_HALF_DAYS.map((day) => Date.parse(`${day}T00:00:00Z`));
  for (let year = FIRST_HALF_DAY_YEAR; year <= LAST_HALF_DAY_YEAR; year++) {
    days.push(...usHalfDaysOf(year));
  }
  return new Set(days);
}

/**
 * The minute of New York's wall clock at which its exchanges close early on a date (its 00:00 UTC); null on a full day:
 * 13:00 on 3 July, the day after Thanksgiving and 24 December, by New York Stock Exchange, "Holidays & Trading
 * Hours" (nyse.com/markets/hours-calendars) and its yearly announcements; earlier years after the calendar of
 * github.com/gerrymanoim/exchange_calendars. Known from 1993 to 2100.
 */
export function usEarlyCloseMinute(dayMs: number): number | null {
  usHalfDays ??= allUsHalfDays();
  return usHalfDays.has(dayMs) ? US_EARLY_CLOSE_MINUTE : null;
}
