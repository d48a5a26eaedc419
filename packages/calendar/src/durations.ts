/** Durations in milliseconds. A day is 24 hours; calendar days are in `trading-day.ts`. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The same date and time in UTC so many years earlier, in milliseconds. 29 February becomes 1 March. */
export function yearsBefore(timeMs: number, years: number): number {
  const date = new Date(timeMs);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}
