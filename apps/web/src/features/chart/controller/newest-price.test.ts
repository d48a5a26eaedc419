import { expect, test } from 'vitest';
import { followNewest, newestOf } from './newest-price.ts';

const bar = (time: number, close: number) => {
  return { time, close, open: 1, high: 9, low: 1, volume: null };
};
const legend = (time: number, close: number, isAtCrosshair: boolean) => ({
  bar: bar(time, close),
  previousClose: 4,
  studies: {} as never,
  studyBar: null,
  studyBarCount: 0,
  computing: [],
  isClosing: false,
  mark: null,
  isAtCrosshair,
});

test('the newest price is that of the last bar, wherever the crosshair is', () => {
  const drawn = newestOf(null, legend(60, 5, false));
  expect(drawn).toEqual({ barMs: 60, price: 5 });
  expect(newestOf(drawn, legend(10, 2, true))).toBe(drawn);
  expect(newestOf(drawn, { ...legend(0, 0, false), bar: null })).toBeNull();
});

test('ticks move it without drawing; corrections of older bars do not', () => {
  const drawn = newestOf(null, legend(60, 5, false));
  const moved = followNewest(drawn, bar(60, 6));
  expect(moved).toEqual({ barMs: 60, price: 6 });
  expect(followNewest(moved, bar(120, 7))).toEqual({ barMs: 120, price: 7 });
  expect(followNewest(moved, bar(0, 1))).toBe(moved);
  expect(followNewest(null, bar(60, 5))).toBeNull();
});
