import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentLine } from './percent-line.ts';

const NONE = Number.NaN;
const percents = (closes: number[], from = 0) => [
  ...percentLine(Float64Array.from(closes), from).percents,
];

describe('a line in percent', () => {
  it('counts from its close at the first bar in view, to either side', () => {
    expect(percents([40, 50, 60, 25], 1)).toEqual([-20, 0, 20, -50]);
  });

  it('begins with the first close that is known, where there is none at the first bar', () => {
    expect(percents([10, NONE, NONE, 50, NONE, 75], 1)).toEqual([NONE, NONE, NONE, 0, NONE, 50]);
  });

  it('has no values where its base is not above zero, and tells the base', () => {
    for (const base of [0, -5]) {
      const line = percentLine(Float64Array.of(base, 10, 20), 0);
      expect([...line.percents]).toEqual([NONE, NONE, NONE]);
      expect(line.base).toBe(base);
    }
  });

  it('has neither values nor a base where nothing is known', () => {
    expect(percentLine(Float64Array.of(NONE, NONE), 0).base).toBeNull();
    expect(percentLine(Float64Array.of(5, 6), 2).base).toBeNull();
    expect(percentLine(new Float64Array(0), 0)).toEqual({
      percents: new Float64Array(0),
      base: null,
    });
  });

  it('is the same whatever the prices are multiplied by', () => {
    const closes = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(closes, fc.double({ min: 0.01, max: 1e3, noNaN: true }), (prices, factor) => {
        const scaled = percents(prices.map((price) => price * factor));
        percents(prices).forEach((percent, index) => {
          expect(scaled[index]).toBeCloseTo(percent, 4);
        });
      }),
    );
  });
});
