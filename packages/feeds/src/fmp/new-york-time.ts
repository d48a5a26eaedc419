import { HOUR_MS, wallToUtcMs, zoneOffsetMs } from '@moneytrail/calendar';

/** Zone of all the vendor's intraday times and dates, whatever the instrument. */
const ZONE = 'America/New_York';

/** The date in New York at a moment, `YYYY-MM-DD`. */
export function newYorkDate(timeMs: number): string {
  return new Date(timeMs + zoneOffsetMs(ZONE, timeMs)).toISOString().slice(0, 10);
}

function wallMsOf(naive: string): number {
  return Date.parse(`${naive.replace(' ', 'T')}Z`);
}

/** Whether the wall clock shows the same time again an hour later, because the clock goes back. */
function occursTwice(firstMs: number, wallMs: number): boolean {
  const laterMs = firstMs + HOUR_MS;
  return laterMs + zoneOffsetMs(ZONE, laterMs) === wallMs;
}

/**
 * The moments of successive wall-clock times of New York, ascending or descending. In the repeated hour of November, a
 * time that goes back or repeats means the second pass.
 */
export function newYorkTimes(naive: readonly string[]): number[] {
  const walls = naive.map(wallMsOf);
  const isDescending = (walls[0] ?? 0) > (walls.at(-1) ?? 0);
  if (isDescending) walls.reverse();
  let previousMs = Number.NEGATIVE_INFINITY;
  let isSecondPass = false;
  const times = walls.map((wallMs) => {
    const firstMs = wallToUtcMs(ZONE, wallMs);
    const isAmbiguous = occursTwice(firstMs, wallMs);
    isSecondPass = isAmbiguous && (isSecondPass || wallMs < previousMs);
    const isSecond = isSecondPass || (isAmbiguous && wallMs === previousMs);
    previousMs = wallMs;
    return isSecond ? firstMs + HOUR_MS : firstMs;
  });
  return isDescending ? times.reverse() : times;
}
