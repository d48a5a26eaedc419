import { expect, test } from 'vitest';
import { type Point, slopeOf } from './slope.ts';

const MINUTE_MS = 60_000;
const line = (count: number, figureOf: (minute: number) => number): Point[] =>
  Array.from({ length: count }, (_, minute) => ({
    atMs: minute * MINUTE_MS,
    value: figureOf(minute),
  }));

test('a line has its slope, without doubt', () => {
  const slope = slopeOf(line(60, (minute) => 100 + minute));
  expect(slope?.perHour).toBeCloseTo(60, 6);
  expect(slope?.plusMinus).toBeCloseTo(0, 6);
});

test('a figure that swings around a level has no slope, and says how sure that is', () => {
  const slope = slopeOf(line(240, (minute) => 100 + 10 * Math.sin(minute)));
  expect(Math.abs(slope?.perHour ?? Number.NaN)).toBeLessThan(slope?.plusMinus ?? 0);
  expect(slope?.plusMinus).toBeLessThan(2);
});

test('the interval is that of the textbook', () => {
  // y = 1, 3, 2, 5 at x = 0, 1, 2, 3 hours: slope 1.1, standard error 0.52, t of two degrees 4.3.
  const points = [1, 3, 2, 5].map((value, hour) => ({ atMs: hour * 60 * MINUTE_MS, value }));
  expect(slopeOf(points)?.perHour).toBeCloseTo(1.1, 9);
  expect(slopeOf(points)?.plusMinus).toBeCloseTo(4.3 * Math.sqrt(2.7 / 2 / 5), 6);
});

test('two points tell no slope', () => {
  expect(slopeOf(line(2, () => 1))).toBeNull();
});
