import type { ChartBar } from '@moneytrail/chart';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { keptBarsIn } from './kept-bars.ts';

const bars = (count: number): ChartBar[] =>
  Array.from({ length: count }, (_, index) => {
    return { time: index, open: 1, high: 1, low: 1, close: 1, volume: null };
  });

/** The newest bars of an engine with this many. */
const newestOf = (count: number) => (most: number) => bars(count).slice(-most);

it('returns the newest bars of a chart that was left', () => {
  const kept = keptBarsIn(new QueryClient());
  kept.keep('FMP:BTC/USD 1D', newestOf(2_000));
  expect(kept.of('FMP:BTC/USD 1D')).toEqual(bars(2_000).slice(-1_500));
  expect(kept.of('FMP:BTC/USD 60')).toEqual([]);
});

it('keeps a chart’s bars when it is left before new ones are loaded', () => {
  const kept = keptBarsIn(new QueryClient());
  kept.keep('a', newestOf(3));
  kept.keep('a', newestOf(0));
  expect(kept.of('a')).toHaveLength(3);
});

it('keeps the twelve most recently left charts', () => {
  vi.useFakeTimers();
  const kept = keptBarsIn(new QueryClient());
  for (let chart = 0; chart < 14; chart += 1) {
    vi.advanceTimersByTime(1_000);
    kept.keep(`chart ${chart}`, newestOf(1));
  }
  vi.useRealTimers();
  const known = Array.from({ length: 14 }, (_, chart) => kept.of(`chart ${chart}`).length);
  expect(known).toEqual([0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
});

it('is cleared with the user’s query cache', () => {
  const client = new QueryClient();
  const kept = keptBarsIn(client);
  kept.keep('a', newestOf(3));
  client.clear();
  expect(kept.of('a')).toEqual([]);
});
