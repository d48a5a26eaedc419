import { HOUR_MS, wallToUtcMs, zoneOffsetMs } from '@moneytrail/calendar';
import { FMP_ZONE } from './constants.ts';

/** `YYYY-MM-DD` of New York's wall clock at a moment. */
export function newYorkDate(timeMs: number): string {
  return new Date(timeMs + zoneOffsetMs(FMP_ZONE, timeMs)).toISOString().slice(0, 10);
}

function wallMsOf(naive: string): number {
  return Date.parse(`${naive.replace(' ', 'T')}Z`);
}

/** Whether the wall clock of an hour after shows the same time again, because the clock went back. */
function occursTwice(firstMs: number, wallMs: number): boolean {
  const laterMs = firstMs + HOUR_MS;
  return laterMs + zoneOffsetMs(FMP_ZONE, laterMs) === wallMs;
}

/**
 * The moments of wall-clock times of New York that follow one another, in either direction. The hour that November's
 * change repeats is told apart by order: where the clock falls back, or one time comes twice, the second is meant.
 */
export function newYorkTimes(naive: readonly string[]): number[] {
  const walls = naive.map(wallMsOf);
  const isDescending = (walls[0] ?? 0) > (walls.at(-1) ?? 0);
  if (isDescending) walls.reverse();
  let previousMs = Number.NEGATIVE_INFINITY;
  let isSecondPass = false;
  const times = walls.map((wallMs) => {
    const firstMs = wallToUtcMs(FMP_ZONE, wallMs);
    const isAmbiguous = occursTwice(firstMs, wallMs);
    isSecondPass = isAmbiguous && (isSecondPass || wallMs < previousMs);
    const isSecond = isSecondPass || (isAmbiguous && wallMs === previousMs);
    previousMs = wallMs;
    return isSecond ? firstMs + HOUR_MS : firstMs;
  });
  return isDescending ? times.reverse() : times;
}
