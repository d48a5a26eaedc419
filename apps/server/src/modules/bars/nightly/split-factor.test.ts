import { describe, expect, test } from 'vitest';
import { columnsOf } from '../columns/bar-columns.ts';
import { splitFactor } from './compare-day.ts';

const bars = (scale: number, decimals = 2) =>
  columnsOf(
    [100, 103.3, 99.71].map((price, index) => {
      const round = (value: number) => Number((value * scale).toFixed(decimals));
      const prices = { open: price, high: price + 1.13, low: price - 0.97, close: price + 0.5 };
      return {
        time: index,
        ...{ open: round(prices.open), high: round(prices.high) },
        ...{ low: round(prices.low), close: round(prices.close) },
        volume: 1,
      };
    }),
  );

describe('a split is known by its factor', () => {
  test.each([0.25, 0.1, 0.8, 3, 10])('of %d, although prices are rounded', (factor) => {
    expect(splitFactor(bars(1), bars(factor))).toBeCloseTo(factor, 2);
  });
  test.each([1, 0.99, 1.05, 0.9])('and a factor of %d is none', (factor) => {
    expect(splitFactor(bars(1), bars(factor))).toBeNull();
  });
  test('one price that was corrected, prices around zero and other times are none', () => {
    const changed = bars(0.25);
    changed.close[1] = 90;
    expect(splitFactor(bars(1), changed)).toBeNull();
    expect(splitFactor(bars(0), bars(1))).toBeNull();
    expect(splitFactor(bars(1), columnsOf([]))).toBeNull();
  });
});
