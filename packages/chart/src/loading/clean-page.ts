import type { ChartBar } from '../chart-source.ts';

/** One look instead of five: a sum is finite only where all its parts are. */
function isDrawable({ time, open, high, low, close }: ChartBar): boolean {
  return Number.isFinite(time + open + high + low + close);
}

function isInOrder(bars: readonly ChartBar[], beforeMs: number): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (const bar of bars) {
    if (!(bar.time > before) || !isDrawable(bar)) return false;
    before = bar.time;
  }
  return before < beforeMs;
}

/**
 * The bars of a page that can be drawn: finite, ascending, one per time, all before `beforeMs`.
 * One NaN on an axis would make the whole axis NaN, so it is dropped here.
 */
export function cleanPage(bars: readonly ChartBar[], beforeMs: number): readonly ChartBar[] {
  // Nearly every page is in order, and a long one should cost one look.
  if (isInOrder(bars, beforeMs)) return bars;
  const byTime = new Map<number, ChartBar>();
  for (const bar of bars) {
    if (isDrawable(bar) && bar.time < beforeMs) byTime.set(bar.time, bar);
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}
