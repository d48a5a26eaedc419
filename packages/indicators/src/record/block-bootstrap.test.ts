import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUICK } from '../testing/arbitrary-bars.ts';
import {
  drawnMedian,
  percentileInterval,
  placed,
  resampleMedians,
  seededRandom,
} from './block-bootstrap.ts';
import { medianOf } from './median-interval.ts';

const AXIS = 20;
const values = fc.array(
  fc.record({
    value: fc.integer({ min: -5, max: 5 }),
    place: fc.integer({ min: 0, max: AXIS - 1 }),
    weight: fc.integer({ min: 1, max: 3 }),
  }),
);
const counts = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: AXIS, maxLength: AXIS });

test('the median of drawn values is that of each repeated as often as it counts', () => {
  fc.assert(
    fc.property(values, counts, (given, drawn) => {
      const repeated = given.flatMap(({ value, place, weight }) =>
        Array<number>((drawn[place] ?? 0) * weight).fill(value),
      );
      const median = drawnMedian(placed(given), Int32Array.from(drawn));
      expect(median).toBe(medianOf(Float64Array.from(repeated).sort()));
    }),
    QUICK,
  );
});

const everyPlace = (value: (place: number) => number) =>
  placed(Array.from({ length: AXIS }, (_, place) => ({ value: value(place), place, weight: 1 })));

function finish<T>(steps: Generator<void, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

test('blocks are stretches of neighbouring places that go on at the beginning, each as likely as any other', () => {
  // One block a resample: its median is its middle place, except where it goes on at the beginning.
  const block = AXIS - 1;
  const places = everyPlace((place) => place);
  const how = { axis: AXIS, block, draws: 4_000, random: seededRandom(3) };
  // Two blocks of 19 of 20 places leave out one place each.
  const { marked, difference } = finish(resampleMedians(how, { marked: places, others: places }));
  expect(difference.every((value) => value === 0)).toBe(true);
  const mean = marked.reduce((sum, value) => sum + value, 0) / marked.length;
  expect(mean).toBeCloseTo((AXIS - 1) / 2, 1);
  expect(Math.min(...marked)).toBeGreaterThanOrEqual(8.5);
  expect(Math.max(...marked)).toBeLessThanOrEqual(10.5);
});

test('the same seed gives the same resamples', () => {
  const groups = { marked: everyPlace((place) => place % 7), others: everyPlace((place) => place) };
  const run = (seed: number) =>
    finish(
      resampleMedians({ axis: AXIS, block: 4, draws: 50, random: seededRandom(seed) }, groups),
    );
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});

test('a percentile interval leaves out the same share at both ends', () => {
  const ranks = Float64Array.from({ length: 599 }, (_, index) => index + 1);
  expect(percentileInterval(ranks, 0.95)).toEqual({ low: 15, high: 585 });
  expect(percentileInterval(ranks, 0.99)).toEqual({ low: 3, high: 597 });
});
