import {
  barTimeOf,
  type MarketHours,
  MINUTE_MS,
  type Resolution,
  resolutionMs,
  type Session,
  zoneOffsetMs,
} from '@moneytrail/calendar';

/** A bar that includes the short remainder of its session is at most this much longer. */
const LONGEST_REST_MS = 5 * MINUTE_MS;

/** Maps a minute to the start of its bar; built once a session. */
export type Bucket = { lengthMs: number; of: (session: Session) => (minuteMs: number) => number };

/** One bar per minute. */
export const MINUTE_BUCKET: Bucket = { lengthMs: MINUTE_MS, of: () => (minuteMs) => minuteMs };

/** Bars on the UTC clock. */
export function utcBucket(lengthMs: number): Bucket {
  return { lengthMs, of: () => (minuteMs) => Math.floor(minuteMs / lengthMs) * lengthMs };
}

/** Bars on a zone's wall clock, shifted by an offset: 4 hours with 30 minutes start at 00:30, 04:30, 08:30 … */
export function wallClockBucket(zone: string, lengthMs: number, offsetMs = 0): Bucket {
  return {
    lengthMs,
    of: () => (minuteMs) => {
      const zoneMs = zoneOffsetMs(zone, minuteMs);
      const wallMs = minuteMs + zoneMs - offsetMs;
      return Math.floor(wallMs / lengthMs) * lengthMs + offsetMs - zoneMs;
    },
  };
}

/** Bars counted from the open of the session; a short remainder joins the bar before it, as in the calendar. */
export function sessionBucket(hours: MarketHours, resolution: Resolution): Bucket {
  const lengthMs = resolutionMs(resolution);
  return {
    lengthMs: lengthMs + LONGEST_REST_MS,
    of: ({ openMs, closeMs }) => {
      const lastMs = barTimeOf(hours, resolution, closeMs - MINUTE_MS);
      return (minuteMs) =>
        Math.min(openMs + Math.floor((minuteMs - openMs) / lengthMs) * lengthMs, lastMs);
    },
  };
}
