import type { StepBar } from '@moneytrail/indicators';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryBars } from '../../indicators/src/testing/arbitrary-bars.ts';
import { BITCOIN_DAYS, runStudy, studyNamed } from './testing/run-study.ts';

const someBars = arbitraryBars({ maxLength: 160, minLength: 20 }).map((bars) =>
  bars.map(({ time, volume, ...prices }): StepBar => {
    return { ...prices, timeMs: time * 60, volume: volume ?? 0, source: prices.close };
  }),
);

const PERCENT = { unit: 'percent', deviation: 2 };
const RANGES = { unit: 'atr', deviation: 1.5, length: 5 };

type Point = { price: number; bar: number; knownAt: number };

function pointsOf(bars: readonly StepBar[], inputs: Record<string, number | string>): Point[] {
  const { point = [], back = [] } = runStudy(studyNamed('zigzag'), bars, inputs);
  return [...point].flatMap((price, knownAt) =>
    Number.isNaN(price) ? [] : [{ price, bar: knownAt - (back[knownAt] ?? Number.NaN), knownAt }],
  );
}

describe('the zigzag', () => {
  test.each([PERCENT, RANGES])('never moves a confirmed point: $unit', (inputs) => {
    fc.assert(
      fc.property(someBars, fc.nat(), (bars, cut) => {
        const count = 1 + (cut % bars.length);
        const known = pointsOf(bars, inputs).filter(({ knownAt }) => knownAt < count);
        expect(pointsOf(bars.slice(0, count), inputs)).toEqual(known);
      }),
    );
  });

  test.each([PERCENT, RANGES])('joins a high and a low of bars by turns: $unit', (inputs) => {
    fc.assert(
      fc.property(someBars, (bars) => {
        const points = pointsOf(bars, inputs);
        for (const [at, { price, bar, knownAt }] of points.entries()) {
          const before = points[at - 1];
          expect(bar).toBeLessThan(knownAt);
          expect([bars[bar]?.high, bars[bar]?.low]).toContain(price);
          if (!before) continue;
          expect(bar).toBeGreaterThan(before.bar);
          const isHigh = price > before.price;
          expect(isHigh ? bars[bar]?.high : bars[bar]?.low).toBe(price);
          const last = points[at - 2];
          if (last) expect(before.price > last.price).toBe(!isHigh);
        }
      }),
    );
  });

  test('has legs of the deviation at least, and no bar reaches beyond the points of a leg', () => {
    fc.assert(
      fc.property(someBars, (bars) => {
        const points = pointsOf(bars, PERCENT);
        for (const [at, end] of points.entries()) {
          const start = points[at - 1];
          if (!start) continue;
          const distance = Math.abs(end.price - start.price);
          expect(distance).toBeGreaterThanOrEqual(0.02 * Math.abs(start.price) - 1e-9);
          const between = bars.slice(start.bar + 1, end.bar);
          const [low, high] = [Math.min(start.price, end.price), Math.max(start.price, end.price)];
          expect(between.every((bar) => bar.high <= high && bar.low >= low)).toBe(true);
        }
      }),
    );
  });

  test('of a percentage has the large swings of bitcoin', () => {
    const points = pointsOf(BITCOIN_DAYS, { unit: 'percent', deviation: 40 });
    expect(points.map(({ price }) => price)).toMatchInlineSnapshot(`
      [
        6032.3,
        11774,
        6432.8,
        9997,
        5750.8,
        8488.8,
        3155.2,
        13971.4,
        7291.1,
        10502,
        3791.9,
      ]
    `);
  });
});

test('a fractal is a high above those of all bars on either side, known when the last of them is', () => {
  fc.assert(
    fc.property(someBars, fc.integer({ min: 1, max: 4 }), (bars, side) => {
      const { high = [], low = [] } = runStudy(studyNamed('fractals'), bars, { side });
      for (const index of bars.keys()) {
        const middle = bars[index - side];
        const around = [...bars.slice(Math.max(0, index - 2 * side), index + 1)];
        const others = around.filter((bar) => bar !== middle);
        const isWhole = others.length === 2 * side;
        const isHigh = isWhole && others.every((bar) => bar.high < (middle?.high ?? 0));
        const isLow = isWhole && others.every((bar) => bar.low > (middle?.low ?? 0));
        expect(high[index]).toBe(isHigh ? middle?.high : Number.NaN);
        expect(low[index]).toBe(isLow ? middle?.low : Number.NaN);
      }
    }),
  );
});
