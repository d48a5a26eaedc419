import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestEnvironment } from '../testing/test-environment.ts';
import { normaliseBars } from './normalise-bars.ts';

const flat = (time: number, price: number) => ({
  time,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: null,
});

test('bars in any order become ascending, unique and inside the range', () => {
  const bars = fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 9 })));
  fc.assert(
    fc.property(bars, (sent) => {
      const normal = normaliseBars(createTestEnvironment(), {
        subject: 'FMP AAPL 1',
        bars: sent.map(([time, price]) => flat(time, price)),
        fromMs: 10,
        toMs: 40,
      });
      const times = normal.map(({ time }) => time);
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      expect(times.every((time) => time >= 10 && time < 40)).toBe(true);
    }),
  );
});

test('of two bars with the same time the last one sent is kept', () => {
  const bars = [flat(1, 5), flat(1, 7)];
  const normal = normaliseBars(createTestEnvironment(), { subject: '', bars, fromMs: 0, toMs: 9 });
  expect(normal).toEqual([flat(1, 7)]);
});

test.each([
  ['a high below the close', { high: 1 }],
  ['a low above the open', { low: 3 }],
  ['an infinite price', { high: Number.POSITIVE_INFINITY }],
  ['no price', { close: Number.NaN }],
])('a bar with %s is refused, counted and reported', (_, wrong) => {
  const environment = createTestEnvironment();
  const bars = [flat(1, 2), { ...flat(2, 2), ...wrong }];
  const history = { subject: 'FMP AAPL 1', bars, fromMs: 0, toMs: 9 };
  expect(normaliseBars(environment, history)).toEqual([flat(1, 2)]);
  expect(environment.reports).toEqual([
    { message: 'bars refused', detail: { subject: 'FMP AAPL 1', refused: 1 } },
  ]);
});

test('prices below zero are kept, since a spread has them', () => {
  const history = { subject: '', bars: [flat(1, -12.4)], fromMs: 0, toMs: 9 };
  expect(normaliseBars(createTestEnvironment(), history)).toEqual([flat(1, -12.4)]);
});
