import { HOUR_MS } from './durations.ts';

export type WallClock = {
  year: number;
  /** 1 to 12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

const FORMATS = new Map<string, Intl.DateTimeFormat>();
const OFFSETS = new Map<string, Map<number, number>>();
const MAX_CACHED_HOURS = 50_000;

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = FORMATS.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    FORMATS.set(zone, format);
  }
  return format;
}

function measureOffsetMs(zone: string, utcMs: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(utcMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return wallMs - Math.floor(utcMs / 1_000) * 1_000;
}

/**
 * Milliseconds by which the zone's wall clock is ahead of UTC at a moment. Cached per hour: in the last century no zone
 * has changed its offset within an hour of UTC.
 */
export function zoneOffsetMs(zone: string, utcMs: number): number {
  if (zone === 'Etc/UTC' || zone === 'UTC') return 0;
  let hours = OFFSETS.get(zone);
  if (!hours) {
    hours = new Map();
    OFFSETS.set(zone, hours);
  }
  const hour = Math.floor(utcMs / HOUR_MS);
  let offset = hours.get(hour);
  if (offset === undefined) {
    if (hours.size >= MAX_CACHED_HOURS) hours.clear();
    offset = measureOffsetMs(zone, hour * HOUR_MS);
    hours.set(hour, offset);
  }
  return offset;
}

/**
 * The moment at which a zone's wall clock shows `wallMs` (the wall time read as if it were UTC). If the time occurs
 * twice, the first occurrence counts; a skipped time moves forward by the length of the skip.
 */
export function wallToUtcMs(zone: string, wallMs: number): number {
  const before = zoneOffsetMs(zone, wallMs - 24 * HOUR_MS);
  const after = zoneOffsetMs(zone, wallMs + 24 * HOUR_MS);
  if (before === after) return wallMs - before;
  const early = wallMs - Math.max(before, after);
  const late = wallMs - Math.min(before, after);
  if (zoneOffsetMs(zone, early) === wallMs - early) return early;
  if (zoneOffsetMs(zone, late) === wallMs - late) return late;
  return wallMs - before;
}

export function wallClockOf(zone: string, utcMs: number): WallClock {
  const wall = new Date(utcMs + zoneOffsetMs(zone, utcMs));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  };
}
