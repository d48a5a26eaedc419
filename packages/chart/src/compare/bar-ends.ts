import {
  barClosesAtMs,
  isDateResolution,
  type MarketHours,
  type Resolution,
} from '@moneytrail/calendar';

/**
 * When bars end, by their times, each worked out once. Bars from a day up are dates: those of one date belong together,
 * whenever each market closes, so that a bar ends with its own date.
 */
export function createBarEnds(
  hours: MarketHours,
  resolution: Resolution,
): (timeMs: number) => number {
  if (isDateResolution(resolution)) return (timeMs) => timeMs;
  const known = new Map<number, number>();
  return (timeMs) => {
    let endMs = known.get(timeMs);
    if (endMs === undefined) {
      endMs = barClosesAtMs(hours, resolution, timeMs);
      known.set(timeMs, endMs);
    }
    return endMs;
  };
}
