import { expect, test } from 'vitest';
import { wilsonInterval } from './wilson-interval.ts';

// R. G. Newcombe, Statistics in Medicine 17 (1998), 857–872, table I, method 3 (score, without continuity correction).
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %d in %d is the published one', (count, trials, low, high) => {
  const interval = wilsonInterval(count / trials, trials);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

test('it ends within 0 and 1, and is the mirror image for the rest', () => {
  for (const count of [0, 3, 20]) {
    const [interval, rest] = [wilsonInterval(count / 20, 20), wilsonInterval(1 - count / 20, 20)];
    expect(interval.low).toBeGreaterThanOrEqual(0);
    expect(interval.high).toBeLessThanOrEqual(1);
    expect(interval.low).toBeCloseTo(1 - rest.high, 12);
  }
});
