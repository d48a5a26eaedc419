import type { Bar } from '@moneytrail/contract';

/** A move of more than this many median true ranges is not believed at once. */
const FAR_RANGES = 12;
/** Fewer bars say too little about what is usual. */
const LEAST_BARS = 20;

/** The median of the bars' true ranges (range, or distance from the close before, whichever is larger). */
function medianTrueRange(bars: readonly Bar[]): number {
  const ranges: number[] = [];
  for (const [index, { high, low }] of bars.entries()) {
    const before = bars[index - 1];
    if (!before) continue;
    ranges.push(Math.max(high, before.close) - Math.min(low, before.close));
  }
  ranges.sort((a, b) => a - b);
  const middle = ranges.length >> 1;
  const upper = ranges[middle] ?? 0;
  return ranges.length % 2 === 1 ? upper : ((ranges[middle - 1] ?? 0) + upper) / 2;
}

/** How far a price may jump and still be believed at once; null where the bars do not tell. */
export function believableJump(bars: readonly Bar[]): number | null {
  if (bars.length < LEAST_BARS) return null;
  const range = medianTrueRange(bars);
  return range > 0 ? FAR_RANGES * range : null;
}
