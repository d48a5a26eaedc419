import type { Bar } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InstrumentTick } from '../../bus/index.ts';
import { outlierDistance } from '../bars/index.ts';
import { EMPTY_FILTER, filterOutliers } from './forming-bar.ts';

function pass(prices: readonly number[], maxJump: number | null): number[] {
  let filter = EMPTY_FILTER;
  return prices.flatMap((price, index) => {
    const checked = filterOutliers(filter, { timeMs: index, price }, maxJump);
    filter = checked.filter;
    return checked.accepted.map((tick) => tick.price);
  });
}

test('a misprint is never seen', () => {
  expect(pass([100, 101, 500, 102, 103], 10)).toEqual([100, 101, 102, 103]);
  expect(pass([100, 1, 500, 102], 10)).toEqual([100, 102]);
});

test('a jump that another price confirms is seen whole', () => {
  expect(pass([100, 150, 152, 153], 10)).toEqual([100, 150, 152, 153]);
  expect(pass([100, 900, 150, 152], 10)).toEqual([100, 150, 152]);
});

test('without a measure of what is usual everything passes', () => {
  expect(pass([100, 500, 1], null)).toEqual([100, 500, 1]);
});

test('an extreme that is a misprint goes, the price stays', () => {
  const tick: InstrumentTick = { timeMs: 1, price: 101, high: 5_000, low: 99 };
  const { accepted } = filterOutliers({ lastPrice: 100, quarantined: null }, tick, 10);
  expect(accepted).toEqual([{ timeMs: 1, price: 101, low: 99 }]);
});

test('after any ticks two equal prices are always accepted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1_000 })), fc.nat(1_000), (prices, price) => {
      expect(pass([...prices, price, price], 10).at(-1)).toBe(price);
    }),
  );
});

function bars(count: number, range: number): Bar[] {
  return Array.from({ length: count }, (_, index) => ({
    time: index,
    open: 100,
    high: 100 + range,
    low: 100,
    close: 100,
    volume: null,
  }));
}

test('an outlier is further than twelve median true ranges, unknown for few or motionless bars', () => {
  expect(outlierDistance(bars(50, 2))).toBe(24);
  expect(outlierDistance(bars(19, 2))).toBeNull();
  expect(outlierDistance(bars(50, 0))).toBeNull();
});
