import { expect, it } from 'vitest';
import { distancePercent, LEVELS, levelName } from './levels.ts';

it.each([
  [100, 110, 10],
  [100, 95, -5],
  [-40, -30, 25],
])('at a price of %d a level of %d is %d % away', (price, level, distance) => {
  expect(distancePercent(level, price)).toBeCloseTo(distance, 12);
});

it.each([
  [Number.NaN, 110],
  [100, Number.NaN],
  [0, 5],
])('at a price of %s and a level of %s there is no distance', (price, level) => {
  expect(distancePercent(level, price)).toBeNaN();
});

it('names the levels as the catalogue does, highest first', () => {
  expect(LEVELS.map(({ key }) => levelName(key))).toEqual([
    'Long-term resistance',
    'Short-term resistance',
    'Short-term support',
    'Long-term support',
  ]);
});
