import type { ChartBar } from '../chart-engine.ts';

function isDrawable(bar: ChartBar): boolean {
  return (
    Number.isFinite(bar.time) &&
    Number.isFinite(bar.open) &&
    Number.isFinite(bar.close) &&
    Number.isFinite(bar.high) &&
    Number.isFinite(bar.low)
  );
}

/**
 * The bars of a page that can be drawn: finite, ascending, one per time, all before `beforeMs`.
 * One NaN on an axis would make the whole axis NaN, so it is stopped here.
 */
export function cleanPage(bars: readonly ChartBar[], beforeMs: number): ChartBar[] {
  const byTime = new Map<number, ChartBar>();
  for (const bar of bars) {
    if (isDrawable(bar) && bar.time < beforeMs) byTime.set(bar.time, bar);
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}
