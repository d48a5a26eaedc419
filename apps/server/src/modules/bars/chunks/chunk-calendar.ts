import type { StoredResolution } from '@moneytrail/calendar';
import { DAY_MS } from '@moneytrail/calendar';

const YEARS_A_CHUNK = 4;

/**
 * The start of the chunk of a bar's time: a UTC day for 1, a month for 15, a quarter for 60,
 * four years for 1D.
 */
export function chunkStartOf(resolution: StoredResolution, timeMs: number): number {
  if (resolution === '1') return Math.floor(timeMs / DAY_MS) * DAY_MS;
  const date = new Date(timeMs);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  if (resolution === '15') return Date.UTC(year, month, 1);
  if (resolution === '60') return Date.UTC(year, month - (month % 3), 1);
  return Date.UTC(Math.floor(year / YEARS_A_CHUNK) * YEARS_A_CHUNK, 0, 1);
}

/** The end of a chunk, which is the start of the next one. */
export function chunkEndOf(resolution: StoredResolution, chunkStartMs: number): number {
  if (resolution === '1') return chunkStartMs + DAY_MS;
  const date = new Date(chunkStartMs);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  if (resolution === '15') return Date.UTC(year, month + 1, 1);
  if (resolution === '60') return Date.UTC(year, month + 3, 1);
  return Date.UTC(year + YEARS_A_CHUNK, 0, 1);
}

/** The starts of the chunks that `[fromMs, toMs)` touches, ascending; the first `most` of them. */
export function chunksBetween(
  resolution: StoredResolution,
  fromMs: number,
  toMs: number,
  most = Number.POSITIVE_INFINITY,
): number[] {
  const starts: number[] = [];
  let start = chunkStartOf(resolution, fromMs);
  while (start < toMs && starts.length < most) {
    starts.push(start);
    start = chunkEndOf(resolution, start);
  }
  return starts;
}
