import { DAY_MS } from '../durations.ts';
export type HolidayCalendar = 'US' | 'ZA';

/** Proclaimed once, outside any rule: elections, days of mourning, storms. Trading dates as `YYYY-MM-DD`. */
const SINGLE_DAYS: Record<HolidayCalendar, readonly string[]> = {
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

/** Easter Sunday of the Gregorian calendar, by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
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
export function nthWeekdayMs(year: number, month: number, weekday: number, n: number): number {
  if (n > 0) {
    const first = dateMs(year, month, 1);
    return first + (((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7) * DAY_MS;
  }
  const last = dateMs(year, month + 1, 1) - DAY_MS;
  return last - ((weekdayOf(last) - weekday + 7) % 7) * DAY_MS;
}

/** Saturday's holiday is kept on Friday, Sunday's on Monday (NYSE rule 7.2). */
function observedUsMs(dayMs: number): number {
  const weekday = weekdayOf(dayMs);
  if (weekday === 6) return dayMs - DAY_MS;
  return weekday === 0 ? dayMs + DAY_MS : dayMs;
}

/** Holidays of New York by rule, as they are kept in a year; their order means nothing. */
export function usHolidays(year: number): number[] {
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
  // New Year's Day on a Saturday is not made up for on the last Friday of the old year.
  const newYear = dateMs(year, 1, 1);
  if (weekdayOf(newYear) !== 6) days.push(observedUsMs(newYear));
  if (year >= 2022) days.push(observedUsMs(dateMs(year, 6, 19)));
  return days;
}

/** Public Holidays Act 36 of 1994: a holiday that falls on a Sunday makes the Monday one too. */
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

const YEARS = new Map<string, ReadonlySet<number>>();

function holidaysOf(calendar: HolidayCalendar, year: number): ReadonlySet<number> {
  const key = `${calendar}${year}`;
  let days = YEARS.get(key);
  if (!days) {
    const ruled = calendar === 'US' ? usHolidays(year) : zaHolidays(year);
    const single = SINGLE_DAYS[calendar].filter((day) => day.startsWith(String(year)));
    days = new Set([...ruled, ...single.map((day) => Date.parse(`${day}T00:00:00Z`))]);
    YEARS.set(key, days);
  }
  return days;
}

/** Whether an exchange rests on a date (00:00 UTC of it), weekends aside. */
export function isHoliday(calendar: HolidayCalendar, dayMs: number): boolean {
  return holidaysOf(calendar, new Date(dayMs).getUTCFullYear()).has(dayMs);
}
