import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Bar,
  columnsFrom,
  computeMarks,
  LEAST_MOVES,
  RECORD_HORIZONS,
  signalRecord,
} from '../index.ts';
import { arbitraryBars, arbitraryInputs, QUICK } from '../testing/arbitrary-bars.ts';

/** Bars that close at these prices; each time is the index. */
const barsOf = (closes: readonly number[]): Bar[] =>
  closes.map((close, time) => ({ time, open: close, high: close, low: close, close, volume: 1 }));
const recordOf = (closes: readonly number[], marks: Parameters<typeof signalRecord>[1]) =>
  signalRecord(columnsFrom(barsOf(closes)), marks);
const buys = (...times: number[]) => times.map((time) => ({ time, side: 'buy' as const }));
const sells = (...times: number[]) => times.map((time) => ({ time, side: 'sell' as const }));
const horizonOf = (record: ReturnType<typeof recordOf>, side: 'buy' | 'sell', bars: number) =>
  record[side].horizons.find((each) => each.bars === bars);

/**
 * The worked example: 31 bars close at 100, 20 bars apart. The bar five after the k-th of them closes at 100 + k − 10
 * for k = 1 … 31, so the moves after five bars are −9, −8 … +21 percent.
 */
function workedExample(): number[] {
  const closes = Array<number>(31 * 20 + 1).fill(100);
  for (let k = 1; k <= 31; k += 1) closes[(k - 1) * 20 + 5] = 100 + k - 10;
  return closes;
}
const EVERY_20 = Array.from({ length: 31 }, (_, index) => index * 20);

describe('the worked example', () => {
  test('for buys: the 16th of 31 moves is the median, the 10th and 22nd enclose it, 21 of 31 were up', () => {
    const record = recordOf(workedExample(), buys(...EVERY_20));
    expect(record.buy.marks).toBe(31);
    expect(record.sell.marks).toBe(0);
    const after5 = horizonOf(record, 'buy', 5);
    expect(after5).toMatchObject({ measured: 31, unfinished: 0, overlapping: 0, unpriced: 0 });
    expect(after5?.median).toBe(6);
    expect(after5?.interval).toMatchObject({ low: 0, high: 12 });
    expect(after5?.interval.coverage).toBeCloseTo(0.9706, 4);
    expect(after5?.shareWithSide).toBeCloseTo(21 / 31, 12);
    // After ten bars every close is 100 again.
    expect(horizonOf(record, 'buy', 10)).toMatchObject({ median: 0, shareWithSide: 0 });
  });

  test('for sells: the same moves keep their sign, and falls agree with the side', () => {
    const record = recordOf(workedExample(), sells(...EVERY_20));
    const after5 = horizonOf(record, 'sell', 5);
    expect(after5?.median).toBe(6);
    expect(after5?.shareWithSide).toBeCloseTo(9 / 31, 12);
  });

  test('the usual move is that after any bar', () => {
    expect(horizonOf(recordOf(workedExample(), []), 'buy', 5)?.usual).toBe(0);
    const doubling = Array.from({ length: 30 }, (_, index) => 2 ** index);
    expect(horizonOf(recordOf(doubling, []), 'sell', 5)?.usual).toBe(3_100);
  });
});

test('too few moves give only their number', () => {
  const times = EVERY_20.slice(0, LEAST_MOVES - 1);
  const after5 = horizonOf(recordOf(workedExample(), buys(...times)), 'buy', 5);
  expect(after5).toMatchObject({ measured: LEAST_MOVES - 1 });
  expect([after5?.median, after5?.shareWithSide, after5?.interval.low]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});

test('a mark without enough bars after it is unfinished, even on the last bar', () => {
  const record = recordOf(Array<number>(30).fill(100), buys(9, 10, 29));
  expect(record.buy.horizons.map(({ bars, unfinished }) => [bars, unfinished])).toEqual([
    [5, 1],
    [10, 1],
    [20, 2],
  ]);
});

test('of overlapping marks the first is measured, then the next one after its horizon', () => {
  const record = recordOf(Array<number>(60).fill(100), buys(0, 6, 10, 11, 20));
  expect(
    record.buy.horizons.map(({ bars, measured, overlapping }) => [bars, measured, overlapping]),
  ).toEqual([
    [5, 4, 1],
    [10, 3, 2],
    [20, 2, 3],
  ]);
});

test('a mark of one side does not affect the other side', () => {
  const record = recordOf(Array<number>(60).fill(100), [...buys(0), ...sells(1)]);
  expect(horizonOf(record, 'buy', 20)?.measured).toBe(1);
  expect(horizonOf(record, 'sell', 20)?.measured).toBe(1);
});

test('a close at or below zero has no percentage, and a mark without a bar is left out', () => {
  const closes = Array<number>(40).fill(100);
  closes[0] = 0;
  closes[20] = -5;
  const record = recordOf(closes, buys(0, 10, 20, 1_000));
  expect(record.buy.marks).toBe(3);
  expect(horizonOf(record, 'buy', 5)).toMatchObject({ unpriced: 2, measured: 1 });
});

describe('in any market', () => {
  const markets = arbitraryBars({ minLength: 200, maxLength: 700 });

  test('every mark is counted once in each horizon, and the interval holds the median', () => {
    let intervals = 0;
    fc.assert(
      fc.property(markets, fc.integer({ min: 2, max: 25 }), (bars, step) => {
        // More marks than the formulas make, so that there are intervals.
        const every = bars.filter((_, index) => index % step === 0);
        const record = signalRecord(columnsFrom(bars), [
          ...buys(...every.map(({ time }) => time)),
          ...sells(...every.map(({ time }) => time)),
        ]);
        for (const { marks, horizons } of [record.buy, record.sell]) {
          expect(horizons.map((each) => each.bars)).toEqual([...RECORD_HORIZONS]);
          for (const { measured, unfinished, overlapping, unpriced, ...figures } of horizons) {
            expect(measured + unfinished + overlapping + unpriced).toBe(marks);
            expect(Number.isNaN(figures.median)).toBe(measured < LEAST_MOVES);
            if (measured < LEAST_MOVES) continue;
            intervals += 1;
            expect(figures.interval.low).toBeLessThanOrEqual(figures.median);
            expect(figures.interval.high).toBeGreaterThanOrEqual(figures.median);
          }
        }
      }),
      QUICK,
    );
    expect(intervals).toBeGreaterThan(10);
  });

  test('the scale of prices and the order of marks do not matter', () => {
    fc.assert(
      fc.property(markets, arbitraryInputs, (bars, inputs) => {
        const marks = computeMarks(columnsFrom(bars), inputs);
        const scaled = bars.map(({ open, high, low, close, ...bar }) => ({
          ...bar,
          open: open * 4,
          high: high * 4,
          low: low * 4,
          close: close * 4,
        }));
        // A power of two, so that not even the last bit differs.
        expect(signalRecord(columnsFrom(scaled), marks.toReversed())).toEqual(
          signalRecord(columnsFrom(bars), marks),
        );
      }),
      QUICK,
    );
  });

  test('later bars do not change a measured move', () => {
    fc.assert(
      fc.property(markets, (bars) => {
        const marks = buys(...bars.slice(0, 120).map(({ time }) => time));
        const count = (length: number) =>
          horizonOf(signalRecord(columnsFrom(bars.slice(0, length)), marks), 'buy', 5);
        const [early, late] = [count(150), count(bars.length)];
        for (const figure of ['measured', 'median', 'shareWithSide', 'interval'] as const) {
          expect(late?.[figure]).toEqual(early?.[figure]);
        }
      }),
      QUICK,
    );
  });
});
