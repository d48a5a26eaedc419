import { DAY_MS, isDateResolution, type Resolution, zoneOffsetMs } from '@moneytrail/calendar';
import type { TimeRank } from './time-rank.ts';

const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** A bar's time as its axis reads it: the wall clock of the zone, or the date itself where the time is a date. */
export function wallTimeMs(resolution: Resolution, zone: string, timeMs: number): number {
  return isDateResolution(resolution) ? timeMs : timeMs + zoneOffsetMs(zone, timeMs);
}

function clockText(wall: Date): string {
  return wall.toISOString().slice(11, 16);
}

/** A label of the time axis: the name of what begins there. */
export function tickText(rank: TimeRank, resolution: Resolution, wallMs: number): string {
  const wall = new Date(wallMs);
  const month = MONTHS[wall.getUTCMonth()] ?? '';
  switch (rank) {
    case 'decade':
    case 'lustrum':
    case 'year':
      return String(wall.getUTCFullYear());
    case 'halfYear':
    case 'quarter':
    case 'month':
      return month;
    case 'week':
    case 'day':
      return isDateResolution(resolution)
        ? String(wall.getUTCDate())
        : `${wall.getUTCDate()} ${month}`;
    default:
      return clockText(wall);
  }
}

/** The time under the crosshair, in full: a date with its weekday, a week by its Monday, a month by its name. */
export function crosshairTimeText(resolution: Resolution, zone: string, timeMs: number): string {
  // A month beyond the last bar is reckoned in the browser's zone: two days more lie safely within it.
  const wallMs = resolution === '1M' ? timeMs + 2 * DAY_MS : wallTimeMs(resolution, zone, timeMs);
  const wall = new Date(wallMs);
  const month = MONTHS[wall.getUTCMonth()] ?? '';
  if (resolution === '1M') return `${month} ${wall.getUTCFullYear()}`;
  const date = `${wall.getUTCDate()} ${month} ${wall.getUTCFullYear()}`;
  if (resolution === '1W') return `Week of ${date}`;
  const day = `${WEEKDAYS[wall.getUTCDay()] ?? ''} ${date}`;
  return resolution === '1D' ? day : `${day}, ${clockText(wall)}`;
}
