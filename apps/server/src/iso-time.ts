/** A moment of the API: ISO 8601 in UTC; null for none. */
export function isoMoment(timeMs: number | null | undefined): string | null {
  return timeMs == null ? null : new Date(timeMs).toISOString();
}

/** A date of the API, `YYYY-MM-DD`, from 00:00 UTC of that date; null for none. */
export function isoDate(dayMs: number | null): string | null {
  return dayMs === null ? null : new Date(dayMs).toISOString().slice(0, 10);
}
