import { MARKET_HOURS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { foldTick, mergeStoredTail, NOTHING_YET } from './forming-bar.ts';

const grid = { hours: MARKET_HOURS.crypto, resolution: '1' } as const;
const NOW = 150_000;

function bar(time: number, close: number, changes: Partial<Bar> = {}): Bar {
  return { time, open: close, high: close, low: close, close, volume: 1, ...changes };
}

test('a series starts from the stored bar that still moves, and from the last closed one', () => {
  const state = mergeStoredTail(
    grid,
    NOTHING_YET,
    [bar(0, 9), bar(60_000, 10), bar(120_000, 11)],
    NOW,
  );
  expect(state).toEqual({ bar: bar(120_000, 11), closed: bar(60_000, 10), lastTickMs: 0 });
});

test('ticks that came before the stored bars were read are kept', () => {
  const live = foldTick(grid, NOTHING_YET, { timeMs: 140_000, price: 15, volume: 3 });
  const state = mergeStoredTail(grid, live, [bar(120_000, 11, { low: 8, volume: 20 })], NOW);
  expect(state.bar).toEqual({ time: 120_000, open: 11, high: 15, low: 8, close: 15, volume: 20 });
  expect(state.lastTickMs).toBe(140_000);
});

test("the vendor's closed bar replaces ours", () => {
  const ours = { bar: null, closed: bar(60_000, 10), lastTickMs: 0 };
  const final = bar(60_000, 10.5);
  expect(mergeStoredTail(grid, ours, [final], NOW).closed).toBe(final);
});

test('a bar that ended while no tick came does not stay the forming one', () => {
  const stale = { bar: bar(60_000, 10), closed: bar(0, 9), lastTickMs: 70_000 };
  const state = mergeStoredTail(grid, stale, [bar(60_000, 12)], NOW);
  expect(state).toMatchObject({ bar: null, closed: { time: 60_000, close: 12 } });
});

test('older or equal stored bars change nothing at all', () => {
  const state = { bar: bar(120_000, 11), closed: bar(60_000, 10), lastTickMs: 130_000 };
  expect(mergeStoredTail(grid, state, [], NOW)).toBe(state);
  expect(mergeStoredTail(grid, state, [bar(0, 1), bar(60_000, 10)], NOW)).toBe(state);
});
