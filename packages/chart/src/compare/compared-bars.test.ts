import { afterEach, expect, test, vi } from 'vitest';
import type { BarsPage, ChartBar } from '../chart-source.ts';
import { createComparedBars } from './compared-bars.ts';

const SOON = { timeout: 60_000 };
const PAGE_BARS = 8_000;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The bars of the times before one. */
function pageBefore(endMs: number): BarsPage {
  const bars = Array.from({ length: PAGE_BARS }, (_, index): ChartBar => {
    const time = endMs - PAGE_BARS + index;
    return { time, open: 1, high: 1, low: 1, close: 1, volume: null };
  });
  return { bars, hasOlder: true };
}

/** How many pages are read, and kept, where older ones are asked for again and again. */
async function pagesReached(isOnPhone: boolean): Promise<number> {
  vi.stubGlobal('matchMedia', () => ({ matches: isOnPhone }));
  let pages = 1;
  const bars = createComparedBars({ now: () => 0, onChange: () => {}, onLoad: () => {} });
  bars.open({
    loadNewest: async () => pageBefore(0),
    loadOlder: async (beforeMs) => {
      pages += 1;
      return pageBefore(beforeMs);
    },
    subscribe: () => () => {},
  });
  for (let asked = 0; asked < 6; asked++) {
    await vi.waitFor(() => expect(bars.columns().length).toBe(pages * PAGE_BARS), SOON);
    bars.reachTo(Number.NEGATIVE_INFINITY);
    await new Promise(setImmediate);
  }
  return pages;
}

test('bars of another instrument are read no further on a phone than those of the chart', async () => {
  expect(await pagesReached(true)).toBe(3);
  expect(await pagesReached(false)).toBe(7);
});
