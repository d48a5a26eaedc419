import { MARKET_HOURS } from '@moneytrail/calendar';
import { afterEach, expect, test, vi } from 'vitest';
import type { BarsPage, ChartBar } from '../chart-source.ts';
import { createComparedSeries } from './compared-series.ts';

const SOON = { timeout: 60_000 };
const PAGE_BARS = 8_000;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page of bars before a time. */
function pageBefore(endMs: number): BarsPage {
  const bars = Array.from({ length: PAGE_BARS }, (_, index): ChartBar => {
    const time = endMs - PAGE_BARS + index;
    return { time, open: 1, high: 1, low: 1, close: 1, volume: null };
  });
  return { bars, hasOlder: true };
}

type Reach = Parameters<ReturnType<typeof createComparedSeries>['reachTo']>[0];

/** The number of pages that are read and kept while older ones are requested again and again. */
async function pagesReached(reach: Reach, isOnPhone = false): Promise<number> {
  vi.stubGlobal('matchMedia', () => ({ matches: isOnPhone }));
  let pages = 1;
  const source = {
    loadNewest: async () => pageBefore(0),
    loadOlder: async (beforeMs: number) => {
      pages += 1;
      return pageBefore(beforeMs);
    },
    subscribe: () => () => {},
  };
  const found = { ticker: 'FMP:AAA', code: 'AAA', precision: 2, hours: MARKET_HOURS.crypto };
  const series = createComparedSeries(
    {
      now: () => 0,
      onChange: () => {},
      open: async () => ({ symbol: { ...found, mayBeNegative: false }, source }),
    },
    { symbol: 'FMP:AAA', resolution: '1' },
  );
  for (let asked = 0; asked < 6; asked++) {
    await vi.waitFor(() => expect(series.columns().length).toBe(pages * PAGE_BARS), SOON);
    series.reachTo(reach);
    await new Promise(setImmediate);
  }
  return pages;
}

test('on a phone, compared instruments load no more bars than the chart', async () => {
  const fromMs = Number.NEGATIVE_INFINITY;
  const reach = { fromMs, awayUntilMs: null, neededBars: 0 };
  expect(await pagesReached(reach, true)).toBe(3);
  expect(await pagesReached(reach)).toBe(7);
});

test('beside few bars of the chart, it loads as many as its studies need', async () => {
  const reach = { fromMs: -1, awayUntilMs: null };
  expect(await pagesReached({ ...reach, neededBars: PAGE_BARS })).toBe(1);
  expect(await pagesReached({ ...reach, neededBars: 2 * PAGE_BARS + 1 })).toBe(3);
});
