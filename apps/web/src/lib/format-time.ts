import {
  DAY_MS,
  dateText,
  HOUR_MS,
  isDateResolution,
  MINUTE_MS,
  type Resolution,
  SECOND_MS,
  wallClockOf,
  zoneOffsetMs,
} from '@moneytrail/calendar';

/** Abbreviations that Intl renders as an offset from GMT. */
const ZONE_NAMES: Readonly<Record<string, string>> = {
  'Africa/Johannesburg': 'SAST',
  'Etc/UTC': 'UTC',
  UTC: 'UTC',
};

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The device's IANA time zone. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `SAST`, `EST`, `GMT+2` */
export function zoneName(zone: string, timeMs: number): string {
  const known = ZONE_NAMES[zone];
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
  const part = format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName');
  return part?.value ?? zone;
}

/** `20 Nov 2026` in the browser's locale, of a date given as its 00:00 UTC. */
export function formatDate(dayMs: number, locale?: string): string {
  return dateText('date', dayMs, locale);
}

/** `14:05` in a zone. */
export function formatClock(timeMs: number, zone: string): string {
  const { hour, minute } = wallClockOf(zone, timeMs);
  return `${two(hour)}:${two(minute)}`;
}

/** `20 Nov 2026, 14:05 SAST` */
export function formatMoment(timeMs: number, zone: string, locale?: string): string {
  const date = dateText('date', timeMs + zoneOffsetMs(zone, timeMs), locale);
  return `${date}, ${formatClock(timeMs, zone)} ${zoneName(zone, timeMs)}`;
}

/** The day, week or month of a bar, else a moment in the chart's zone. */
export function formatBarTime(
  timeMs: number,
  resolution: Resolution,
  zone: string,
  locale?: string,
): string {
  if (!isDateResolution(resolution)) return formatMoment(timeMs, zone, locale);
  if (resolution === '1M') return dateText('monthYear', timeMs, locale);
  const date = formatDate(timeMs, locale);
  return resolution === '1W' ? `Week of ${date}` : date;
}

/** The format of exports: `YYYY-MM-DD HH:mm` in the chart's zone, `YYYY-MM-DD` from a day up. */
export function humanReadableDate(timeMs: number, resolution: Resolution, zone: string): string {
  if (isDateResolution(resolution)) return new Date(timeMs).toISOString().slice(0, 10);
  const { year, month, day } = wallClockOf(zone, timeMs);
  return `${year}-${two(month)}-${two(day)} ${formatClock(timeMs, zone)}`;
}

/** `12 s`, `3 min`, `5 h`, `2 d` */
export function formatAge(ageMs: number): string {
  const age = Math.max(0, ageMs);
  if (age < MINUTE_MS) return `${Math.floor(age / SECOND_MS)} s`;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  return `${Math.floor(age / DAY_MS)} d`;
}

/** `12 min ago` below 24 hours, then `20 Nov 2026, 14:05 SAST`. */
export function formatSince(timeMs: number, nowMs: number, zone: string, locale?: string): string {
  const ageMs = nowMs - timeMs;
  return ageMs < DAY_MS ? `${formatAge(ageMs)} ago` : formatMoment(timeMs, zone, locale);
}
