import {
  DAY_MS,
  dateText,
  isDateResolution,
  MINUTE_MS,
  type Resolution,
  zoneOffsetMs,
} from '@moneytrail/calendar';

/** Calendar units that begin at a bar, finest first; the time axis labels the coarsest first. */
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
  'twoDays',
  'week',
  'fortnight',
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
  const dayBefore = Math.floor(beforeMs / DAY_MS) + MONDAY_OFFSET_DAYS;
  const day = Math.floor(atMs / DAY_MS) + MONDAY_OFFSET_DAYS;
  if (begins(14, dayBefore, day)) return 'fortnight';
  if (begins(7, dayBefore, day)) return 'week';
  return begins(2, dayBefore, day) ? 'twoDays' : 'day';
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

/** A bar's time on its axis: the zone's wall clock; from a day up the time is a date already. */
export function wallTimeMs(resolution: Resolution, zone: string, timeMs: number): number {
  return isDateResolution(resolution) ? timeMs : timeMs + zoneOffsetMs(zone, timeMs);
}

function clockText(wall: Date): string {
  return wall.toISOString().slice(11, 16);
}

/** A label of the time axis: the unit that begins there. */
export function tickText(rank: TimeRank, resolution: Resolution, wallMs: number): string {
  const wall = new Date(wallMs);
  switch (rank) {
    case 'decade':
    case 'lustrum':
    case 'year':
      return String(wall.getUTCFullYear());
    case 'halfYear':
    case 'quarter':
    case 'month':
      return dateText('month', wallMs);
    case 'fortnight':
    case 'week':
    case 'twoDays':
    case 'day':
      return isDateResolution(resolution)
        ? String(wall.getUTCDate())
        : dateText('dayMonth', wallMs);
    default:
      return clockText(wall);
  }
}

/** The date of a bar with its year; months by their name. */
export function barDateText(resolution: Resolution, zone: string, timeMs: number): string {
  if (resolution === '1M') return dateText('monthYear', timeMs);
  return dateText('date', wallTimeMs(resolution, zone, timeMs));
}

/** The full time under the crosshair: a date with its weekday, a week by its Monday, a month by its name. */
export function crosshairTimeText(
  resolution: Resolution,
  zone: string,
  timeMs: number,
  locale?: string,
): string {
  // The library reckons months beyond the last bar in the browser's zone: two days later is safely within the month.
  if (resolution === '1M') return dateText('monthYear', timeMs + 2 * DAY_MS, locale);
  const wallMs = wallTimeMs(resolution, zone, timeMs);
  if (resolution === '1W') return `Week of ${dateText('date', wallMs, locale)}`;
  const day = dateText('weekdayDate', wallMs, locale);
  return resolution === '1D' ? day : `${day}, ${clockText(new Date(wallMs))}`;
}

/** A bar that may carry a label on the time axis. `rank` grows with the unit that begins there. */
export type TimeCandidate = { index: number; rank: number; x: number };

function medianGap(places: readonly TimeCandidate[]): number {
  const gaps = places.slice(1).map((place, i) => place.x - (places[i]?.x ?? place.x));
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY;
}

function hasRoom(x: number, placed: readonly TimeCandidate[], minGapPx: number): boolean {
  return placed.every((other) => Math.abs(other.x - x) >= minGapPx);
}

/**
 * Chooses the bars that get a label: all bars of a rank or none, coarse ranks first, so that labels keep their bars
 * while the chart is panned. A single label gives way to a coarser neighbour, and would say too little alone: then
 * those of the next rank that have room join it.
 *
 * @param candidates visible bars at which a unit begins, in order
 */
export function chooseTimeTicks(
  candidates: readonly TimeCandidate[],
  minGapPx: number,
): TimeCandidate[] {
  const placed: TimeCandidate[] = [];
  const ranks = [...new Set(candidates.map((candidate) => candidate.rank))].sort((a, b) => b - a);
  for (const rank of ranks) {
    const upToRank = candidates.filter((candidate) => candidate.rank >= rank);
    if (placed.length > 1 && medianGap(upToRank) < minGapPx) break;
    for (const candidate of upToRank) {
      if (candidate.rank === rank && hasRoom(candidate.x, placed, minGapPx)) placed.push(candidate);
    }
  }
  return placed.sort((a, b) => a.x - b.x);
}
