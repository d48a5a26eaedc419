import type { Summary } from '@moneytrail/contract';
import { expect, it } from 'vitest';
import { distancePercent } from './levels.ts';

const level = (value: number | null) => ({ value, bars: [] });
const summaryOf = (currentPrice: number | null, resistance: number | null) =>
  ({ currentPrice, longTermResistance: level(resistance) }) as unknown as Summary;

it.each([
  [100, 110, 10],
  [100, 95, -5],
  [-40, -30, 25],
])('at a price of %d a level of %d is %d % away', (price, value, distance) => {
  expect(distancePercent(summaryOf(price, value), 'longTermResistance')).toBeCloseTo(distance, 12);
});

it.each([
  [null, 110],
  [100, null],
  [0, 5],
])('at a price of %s and a level of %s there is no distance', (price, value) => {
  expect(distancePercent(summaryOf(price, value), 'longTermResistance')).toBeNull();
});
