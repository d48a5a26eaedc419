import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { distancePercent, isBroken, LEVELS, levelName } from './levels.ts';

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

it('a level is broken if, and only if, its distance points back at it, whatever the price', () => {
  const price = fc
    .integer({ min: -1e7, max: 1e7 })
    .filter((cents) => cents !== 0)
    .map((cents) => cents / 100);
  fc.assert(
    fc.property(fc.constantFrom(...LEVELS), price, price, ({ key }, level, now) => {
      const sign = Math.sign(distancePercent(level, now));
      expect(isBroken(key, level, now)).toBe(sign === (key.endsWith('Resistance') ? -1 : 1));
    }),
  );
  expect(isBroken('longTermResistance', Number.NaN, 5)).toBe(false);
  expect(isBroken('longTermSupport', 5, Number.NaN)).toBe(false);
});
