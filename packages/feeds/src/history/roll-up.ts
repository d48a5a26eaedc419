import { coarserBarTime, type MarketHours, type Resolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { decimalSum } from '../live/decimal-arithmetic.ts';

/** Removes binary rounding noise from a sum of decimals. */
const withoutNoise = (volume: number) => decimalSum(volume, 0);

/**
 * Rolls ascending bars up to a coarser resolution: first open, highest high, lowest low, last close, sum of the volumes
 * (null if no bar has one). The first and the last result may be incomplete.
 */
export function rollUp(
  { hours, from, to }: { hours: MarketHours; from: Resolution; to: Resolution },
  bars: Iterable<Bar>,
): Bar[] {
  const built: Bar[] = [];
  let last: Bar | undefined;
  for (const bar of bars) {
    const time = coarserBarTime(hours, from, to, bar.time);
    if (last?.time !== time) {
      last = { ...bar, time };
      built.push(last);
      continue;
    }
    last.high = Math.max(last.high, bar.high);
    last.low = Math.min(last.low, bar.low);
    last.close = bar.close;
    if (bar.volume !== null) last.volume = (last.volume ?? 0) + bar.volume;
  }
  // Once per bar rather than per sum: a year has half a million minutes.
  for (const bar of built) if (bar.volume !== null) bar.volume = withoutNoise(bar.volume);
  return built;
}
