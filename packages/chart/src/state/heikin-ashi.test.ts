import { createGrowingColumns } from '@moneytrail/indicators';
import { expect, test } from 'vitest';
import { createHeikinAshi } from './heikin-ashi.ts';

const bar = (time: number, open: number, high: number, low: number, close: number) => {
  return { time, open, high, low, close, volume: null };
};
const BARS = [bar(1, 10, 14, 9, 12), bar(2, 12, 15, 11, 14), bar(3, 14, 14, 8, 9)];

test('close is the mean of four prices, open the middle of the previous body', () => {
  const { open, close, high, low } = createHeikinAshi().prices(
    createGrowingColumns(BARS).columns(),
  );
  expect([open[0], close[0]]).toEqual([11, 11.25]);
  expect([open[1], close[1]]).toEqual([11.125, 13]);
  expect([open[2], close[2], high[2], low[2]]).toEqual([12.0625, 11.25, 14, 8]);
});

test('prepended bars give the same prices as a fresh start', () => {
  const walk = Array.from({ length: 600 }, (_, i) => {
    const close = 100 + 9 * Math.sin(i / 7);
    return bar(i, close + Math.cos(i), close + 3, close - 3, close);
  });
  const store = createGrowingColumns(walk.slice(400));
  const live = createHeikinAshi();
  live.prices(store.columns());
  for (const from of [300, 299, 0]) {
    const held = store.columns().time[0] ?? 0;
    store.prepend(walk.slice(from, held));
    live.prepend(held - from);
    if (from !== 299) live.prices(store.columns());
  }
  const fresh = createHeikinAshi().prices(store.columns());
  const grown = live.prices(store.columns());
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    expect([...grown[name].subarray(0, 600)]).toEqual([...fresh[name].subarray(0, 600)]);
  }
});

test('ticks and new bars give the same prices as a fresh start', () => {
  const store = createGrowingColumns(BARS.slice(0, 1));
  const live = createHeikinAshi();
  live.prices(store.columns());
  store.replaceLast(bar(1, 10, 20, 9, 18));
  live.prices(store.columns());
  for (const next of BARS.slice(1)) {
    store.append({ ...next, close: next.open });
    live.prices(store.columns());
    store.replaceLast(next);
    live.prices(store.columns());
  }
  const fresh = createHeikinAshi().prices(store.columns());
  const last = live.prices(store.columns());
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    expect([...last[name].subarray(0, 3)]).toEqual([...fresh[name].subarray(0, 3)]);
  }
});
