import { coarserBarTime, type MarketHours, type Resolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { decimalSum } from '../live/decimal-arithmetic.ts';

/** What float sums of decimals gather beyond the digits that they had. */
const withoutNoise = (volume: number) => decimalSum(volume, 0);

/**
 * Builds bars of a coarser resolution from ascending ones: first open, highest high, lowest low, last close, volumes
 * added (none where no part has one). The first and last may be parts of theirs where the bars begin or end inside them.
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
  // Once a bar, not once a sum: a year of minutes is half a million of them.
  for (const bar of built) if (bar.volume !== null) bar.volume = withoutNoise(bar.volume);
  return built;
}
