import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
/** What begins at a bar, from the finest to the coarsest: the order in which the time axis gives out its room. */
export const TIME_RANKS = [
  'none',
  'minute',
  'fiveMinutes',
  'tenMinutes',
  'halfHour',
  'hour',
  'threeHours',
  'sixHours',
  'halfDay',
  'day',
  'week',
  'month',
  'quarter',
  'halfYear',
  'year',
  'lustrum',
  'decade',
] as const;
export type TimeRank = (typeof TIME_RANKS)[number];

const MONDAY_OFFSET_DAYS = 3;
const WITHIN_DAY: [TimeRank, number][] = [
  ['halfDay', 720],
  ['sixHours', 360],
  ['threeHours', 180],
  ['hour', 60],
  ['halfHour', 30],
  ['tenMinutes', 10],
  ['fiveMinutes', 5],
  ['minute', 1],
];

function begins(unit: number, before: number, at: number): boolean {
  return Math.floor(before / unit) !== Math.floor(at / unit);
}

function rankOfDay(beforeMs: number, atMs: number): TimeRank {
  const before = new Date(beforeMs);
  const at = new Date(atMs);
  const yearBefore = before.getUTCFullYear();
  const year = at.getUTCFullYear();
  if (begins(10, yearBefore, year)) return 'decade';
  if (begins(5, yearBefore, year)) return 'lustrum';
  if (year !== yearBefore) return 'year';
  const monthBefore = before.getUTCMonth();
  const month = at.getUTCMonth();
  if (begins(6, monthBefore, month)) return 'halfYear';
  if (begins(3, monthBefore, month)) return 'quarter';
  if (month !== monthBefore) return 'month';
  const isNewWeek = begins(
    7,
    Math.floor(beforeMs / DAY_MS) + MONDAY_OFFSET_DAYS,
    Math.floor(atMs / DAY_MS) + MONDAY_OFFSET_DAYS,
  );
  return isNewWeek ? 'week' : 'day';
}

/**
 * The largest calendar unit that begins after one bar and not later than the next.
 * Both times are wall clock times read as if they were UTC, ms.
 */
export function timeRankBetween(beforeMs: number, atMs: number): TimeRank {
  if (begins(DAY_MS, beforeMs, atMs)) return rankOfDay(beforeMs, atMs);
  for (const [rank, minutes] of WITHIN_DAY) {
    if (begins(minutes * MINUTE_MS, beforeMs, atMs)) return rank;
  }
  return 'none';
}
