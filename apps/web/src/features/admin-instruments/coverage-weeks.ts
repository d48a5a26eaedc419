import { DAY_MS } from '@moneytrail/calendar';
import type { CoverageDay } from '@moneytrail/contract';

const WEEK_DAYS = 7;

/** A day and where it stands in the calendar: its week from the left, its weekday from Monday. */
export type PlacedDay = { day: CoverageDay; week: number; weekday: number };

/** The weekday of a date, Monday is 0. */
function weekdayOf(date: string): number {
  // 1970-01-01 was a Thursday.
  return (Math.floor(Date.parse(date) / DAY_MS) + 3) % WEEK_DAYS;
}

/** The days of a year as a calendar of weeks, the first of them at the left. */
export function placeDays(days: readonly CoverageDay[]): PlacedDay[] {
  const [first] = days;
  const before = first ? weekdayOf(first.date) : 0;
  return days.map((day, index) => ({
    day,
    week: Math.floor((index + before) / WEEK_DAYS),
    weekday: (index + before) % WEEK_DAYS,
  }));
}

/** The days that are not whole between others that are: what nobody has asked for before them is no gap. */
export function gapsOf(days: readonly CoverageDay[]): CoverageDay[] {
  const isWhole = ({ state }: CoverageDay) => state === 'stored';
  const between = days.slice(days.findIndex(isWhole), days.findLastIndex(isWhole) + 1);
  return between.filter(({ state }) => state === 'missing' || state === 'partial');
}

/** How many days of a year are in each state, and how many bars are kept back. */
export function countDays(days: readonly CoverageDay[]) {
  const counts = { stored: 0, partial: 0, missing: 0, empty: 0, closed: 0, outside: 0 };
  let quarantined = 0;
  for (const day of days) {
    counts[day.state] += 1;
    quarantined += day.quarantined;
  }
  return { ...counts, quarantined };
}
