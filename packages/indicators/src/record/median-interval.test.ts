import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUICK } from '../testing/arbitrary-bars.ts';
import { medianInterval, medianOf } from './median-interval.ts';

/** 1 … n, so that a value is its own rank. */
const ranks = (count: number) => Float64Array.from({ length: count }, (_, index) => index + 1);

test.each([
  [[7], 7],
  [[1, 2], 1.5],
  [[1, 5, 9], 5],
  [[1, 2, 8, 9], 5],
])('the median of %j is %d', (values, median) => {
  expect(medianOf(Float64Array.from(values))).toBe(median);
});

test('no values have no median', () => {
  expect(medianOf(new Float64Array())).toBeNaN();
});

describe('the interval of a median', () => {
  // Ranks and coverage from tables of the sign test.
  test.each([
    [6, 1, 6, 0.9688],
    [8, 1, 8, 0.9922],
    [9, 2, 8, 0.9609],
    [10, 2, 9, 0.9785],
    [20, 6, 15, 0.9586],
    [30, 10, 21, 0.9572],
    [100, 40, 61, 0.9648],
  ])(
    'for %d values lies between ranks %d and %d with coverage %d',
    (count, low, high, coverage) => {
      const interval = medianInterval(ranks(count));
      expect(interval).toMatchObject({ low, high });
      expect(interval.coverage).toBeCloseTo(coverage, 4);
    },
  );

  test.each([0, 1, 5])('is not defined for %d values', (count) => {
    const { low, high, coverage } = medianInterval(ranks(count));
    expect([low, high, coverage]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  test('is found for thousands of values, for which a power of ½ underflows', () => {
    const { low, high, coverage } = medianInterval(ranks(5_000));
    // The normal approximation: 2500.5 ± 1.96 · √5000 / 2.
    expect(Math.abs(low - (2_500.5 - 69.3))).toBeLessThan(2);
    expect(low + high).toBe(5_001);
    expect(coverage).toBeGreaterThanOrEqual(0.95);
    expect(coverage).toBeLessThan(0.952);
  });

  test('covers at least 95 %, and the next narrower pair does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 400 }), (count) => {
        const { low, coverage } = medianInterval(ranks(count));
        expect(coverage).toBeGreaterThanOrEqual(0.95);
        expect(coverage).toBeCloseTo(plainCoverage(count, low), 9);
        expect(plainCoverage(count, low + 1)).toBeLessThan(0.95);
      }),
      QUICK,
    );
  });

  test('encloses the true median with the stated coverage, for any distribution', () => {
    const random = seeded(11);
    // A skewed distribution with median ln 2.
    const draw = () => -Math.log(1 - random());
    const samples = 4_000;
    let enclosed = 0;
    let coverage = 0;
    for (let sample = 0; sample < samples; sample += 1) {
      const interval = medianInterval(Float64Array.from({ length: 30 }, draw).sort());
      if (interval.low <= Math.LN2 && Math.LN2 <= interval.high) enclosed += 1;
      coverage = interval.coverage;
    }
    // Three standard errors.
    const error = 3 * Math.sqrt((coverage * (1 - coverage)) / samples);
    expect(Math.abs(enclosed / samples - coverage)).toBeLessThan(error);
  });
});

/** 1 − 2·P(B ≤ l − 1) with exact binomial coefficients. */
function plainCoverage(count: number, low: number): number {
  let coefficient = 1n;
  let outside = 0n;
  for (let below = 0; below < low; below += 1) {
    outside += coefficient;
    coefficient = (coefficient * BigInt(count - below)) / BigInt(below + 1);
  }
  const SCALE = 10n ** 15n;
  return 1 - (2 * Number((outside * SCALE) / 2n ** BigInt(count))) / Number(SCALE);
}

/** Uniform numbers in [0, 1), the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
