import { expect, test } from 'vitest';
import { decimalDifference, decimalSum } from './decimal-arithmetic.ts';

test.each([
  [281.54, 13.84, 267.7],
  [0.3, 0.1, 0.2],
  [10_234.60217, 10_229, 5.60217],
  [0.00001234, 0.00000034, 0.000012],
  [-12.4, 0.2, -12.6],
  [5, 5, 0],
  [44_489_128, 44_489_100, 28],
])('%d less %d is %d exactly', (a, b, difference) => {
  expect(decimalDifference(a, b)).toBe(difference);
});

test.each([
  [0.1, 0.2, 0.3],
  [1.03085226, 1.00000001, 2.03085227],
  [44_489_100, 28, 44_489_128],
])('%d and %d are %d exactly', (a, b, sum) => {
  expect(decimalSum(a, b)).toBe(sum);
});
