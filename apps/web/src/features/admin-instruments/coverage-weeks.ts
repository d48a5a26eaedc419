import { DAY_MS } from '@moneytrail/calendar';
import type { CoverageDay } from '@moneytrail/contract';

const WEEK_DAYS = 7;

/** Column is the week, row the weekday from Monday. */
export type PlacedDay = { day: CoverageDay; week: number; weekday: number };

/** Monday is 0. */
function weekdayOf(date: string): number {
  // 1970-01-01 was a Thursday.
  return (Math.floor(Date.parse(date) / DAY_MS) + 3) % WEEK_DAYS;
}

export function placeDays(days: readonly CoverageDay[]): PlacedDay[] {
  const [first] = days;
  const before = first ? weekdayOf(first.date) : 0;
  return days.map((day, index) => ({
    day,
    week: Math.floor((index + before) / WEEK_DAYS),
    weekday: (index + before) % WEEK_DAYS,
  }));
}

/** A day's state as shown: dates before the backfill's range are read on demand. */
export type ShownState = CoverageDay['state'] | 'onDemand';

export function shownState(
  { date, state }: CoverageDay,
  backfilledFrom: string | null,
): ShownState {
  const isEarlier = backfilledFrom !== null && date < backfilledFrom;
  return state === 'missing' && isEarlier ? 'onDemand' : state;
}

/** Incomplete days between complete ones. Days before the first complete one were never requested and are no gaps. */
export function gapsOf(days: readonly CoverageDay[]): CoverageDay[] {
  const isWhole = ({ state }: CoverageDay) => state === 'stored';
  const between = days.slice(days.findIndex(isWhole), days.findLastIndex(isWhole) + 1);
  return between.filter(({ state }) => state === 'missing' || state === 'partial');
}

/** Days by state, and the number of quarantined bars. */
export function countDays(days: readonly CoverageDay[], backfilledFrom: string | null) {
  const counts = {
    onDemand: 0,
    stored: 0,
    partial: 0,
    missing: 0,
    empty: 0,
    closed: 0,
    outside: 0,
  };
  let quarantined = 0;
  for (const day of days) {
    counts[shownState(day, backfilledFrom)] += 1;
    quarantined += day.quarantined;
  }
  return { ...counts, quarantined };
}
