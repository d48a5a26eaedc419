import {
  DAY_MS,
  dateText,
  isDateResolution,
  type Resolution,
  zoneOffsetMs,
} from '@moneytrail/calendar';
import type { TimeRank } from './time-rank.ts';

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
  switch (rank) {
    case 'decade':
    case 'lustrum':
    case 'year':
      return String(wall.getUTCFullYear());
    case 'halfYear':
    case 'quarter':
    case 'month':
      return dateText('month', wallMs);
    case 'week':
    case 'day':
      return isDateResolution(resolution)
        ? String(wall.getUTCDate())
        : dateText('dayMonth', wallMs);
    default:
      return clockText(wall);
  }
}

/** The time under the crosshair, in full: a date with its weekday, a week by its Monday, a month by its name. */
export function crosshairTimeText(
  resolution: Resolution,
  zone: string,
  timeMs: number,
  locale?: string,
): string {
  // A month beyond the last bar is reckoned in the browser's zone: two days more lie safely within it.
  if (resolution === '1M') return dateText('monthYear', timeMs + 2 * DAY_MS, locale);
  const wallMs = wallTimeMs(resolution, zone, timeMs);
  if (resolution === '1W') return `Week of ${dateText('date', wallMs, locale)}`;
  const day = dateText('weekdayDate', wallMs, locale);
  return resolution === '1D' ? day : `${day}, ${clockText(new Date(wallMs))}`;
}
