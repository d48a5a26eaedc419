import { expect, it } from 'vitest';
import { percentUnits } from './value-scale.ts';

it.each([
  [100, 110, 10],
  [-40, -30, 25],
  [-40, -50, -25],
])('from %d, a price of %d is %d %% up', (base, price, percent) => {
  const { toUnits, fromUnits } = percentUnits(base);
  expect(toUnits(price)).toBeCloseTo(percent, 12);
  expect(fromUnits(percent)).toBeCloseTo(price, 12);
});
