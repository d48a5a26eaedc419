import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsFrom, computeMarks, LEVELS, levelDepth, summarise } from '../index.ts';
import { arbitraryBars, arbitraryInputs, QUICK } from '../testing/arbitrary-bars.ts';
import { everyOutput } from '../testing/every-output.ts';
import { naiveMarks } from '../testing/naive-marks.ts';
import { naiveOutputs, naivePrice } from '../testing/naive-studies.ts';
import { disagreements, EXACT, OUTPUT_TOLERANCES, ofPrice } from '../testing/tolerance.ts';

describe('against plain reference implementations', () => {
  const market = arbitraryBars({ maxLength: 420, minLength: 60 });
  const spread = arbitraryBars({ maxLength: 200, minLength: 60, startTicks: 20 });

  test.each([
    { market: 'a market', bars: market },
    { market: 'a spread whose price crosses zero', bars: spread },
  ])('every output of every study agrees, in $market', ({ bars: someBars }) => {
    fc.assert(
      fc.property(someBars, arbitraryInputs, (bars, inputs) => {
        const naive = naiveOutputs(bars, inputs);
        for (const { id, key, values } of everyOutput(columnsFrom(bars), inputs)) {
          const tolerance = OUTPUT_TOLERANCES[key] ?? EXACT;
          expect(disagreements(values, naive[id]?.[key] ?? [], tolerance), key).toEqual([]);
        }
      }),
      QUICK,
    );
  });

  test('marks agree in every field, and there are marks to compare', () => {
    let found = 0;
    fc.assert(
      fc.property(market, arbitraryInputs, (bars, inputs) => {
        const got = computeMarks(columnsFrom(bars), inputs);
        const want = naiveMarks(bars, inputs);
        const bare = (marks: typeof want) =>
          marks.map(({ index, time, side, strong }) => ({ index, time, side, strong }));
        expect(bare(got)).toEqual(bare(want));
        const prices = (marks: typeof want) =>
          marks.flatMap(({ price, offset }) => [price, offset]);
        expect(disagreements(prices(got), prices(want), ofPrice(40))).toEqual([]);
        found += got.length;
      }),
      { ...QUICK, numRuns: 70 },
    );
    expect(found).toBeGreaterThan(50);
  });

  test('the depth of a level is the sequence of levels as old bars leave the window', () => {
    fc.assert(
      fc.property(market, arbitraryInputs, (bars, inputs) => {
        const columns = columnsFrom(bars);
        for (const level of LEVELS) {
          const length = level.startsWith('long') ? inputs.longTermLength : inputs.shortTermLength;
          const best = level.endsWith('Resistance') ? Math.max : Math.min;
          const window = bars.slice(-length);
          const succession: { time: number; value: number }[] = [];
          while (bars.length >= length && window.length > 0) {
            const value = best(...window.map((bar) => naivePrice(bar, inputs)));
            const at = window.findLastIndex((bar) => naivePrice(bar, inputs) === value);
            succession.unshift({ time: window[at]?.time ?? Number.NaN, value });
            window.splice(0, at + 1);
          }
          expect(levelDepth(columns, { level, inputs })).toEqual(succession);
        }
      }),
      QUICK,
    );
  });

  test("the summary's statistics agree", () => {
    fc.assert(
      fc.property(market, arbitraryInputs, (bars, inputs) => {
        const summary = summarise(columnsFrom(bars), inputs);
        const window = bars.slice(-inputs.longTermLength);
        if (bars.length < inputs.longTermLength) {
          expect(summary.averageOpen).toBeNaN();
          expect(summary.volatility).toBeNaN();
          return;
        }
        const returns = window
          .slice(1)
          .map(({ close }, index) => Math.log(close / (window[index]?.close ?? Number.NaN)));
        const meanOf = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
        const mean = meanOf(returns);
        const volatility = 100 * Math.sqrt(meanOf(returns.map((value) => (value - mean) ** 2)));
        expect(summary.volatility).toBeCloseTo(volatility, 9);
        expect(summary.averageOpen).toBeCloseTo(meanOf(window.map(({ open }) => open)), 9);
        expect(summary.averageClose).toBeCloseTo(meanOf(window.map(({ close }) => close)), 9);
        expect(summary.highestHigh).toBe(Math.max(...window.map(({ high }) => high)));
        expect(summary.lowestLow).toBe(Math.min(...window.map(({ low }) => low)));
        const change = (window.at(-1)?.close ?? Number.NaN) - (window[0]?.open ?? Number.NaN);
        expect(summary.totalChange).toBe(change);
      }),
      QUICK,
    );
  });
});
