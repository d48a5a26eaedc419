import { expect, test } from 'vitest';
import { studentQuantile, widened, widening } from './widening.ts';

test('the quantile of Student’s distribution is that of the tables', () => {
  for (const [freedom, at95, at99] of [
    [10, 2.2281, 3.1693],
    [19, 2.093, 2.8609],
    [30, 2.0423, 2.75],
    [120, 1.9799, 2.6174],
  ] as const) {
    expect(studentQuantile(freedom)).toBeCloseTo(at95, 3);
    expect(studentQuantile(freedom, 0.99)).toBeCloseTo(at99, 2);
  }
});

test('an interval grows around its estimate, more for few blocks and for horizons that blocks cut', () => {
  expect(widened({ low: -1, high: 3 }, 1, 1.5)).toEqual({ low: -2, high: 4 });
  expect(widening(1_000_000, 0)).toBeCloseTo(1, 5);
  expect(widening(20, 0)).toBeGreaterThan(widening(40, 0));
  expect(widening(20, 0.5)).toBeGreaterThan(widening(20, 0));
  expect(widening(20, 0, 0.99)).toBeGreaterThan(widening(20, 0));
});
