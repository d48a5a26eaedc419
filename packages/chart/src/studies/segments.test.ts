import { expect, test } from 'vitest';
import { createSegments } from './segments.ts';

test('only what is in view and before the tail is computed, and only once', () => {
  const segments = createSegments(9_000);
  expect(segments.take({ start: 9_100, end: 9_300 })).toEqual([]);
  expect(segments.take({ start: 8_900, end: 9_300 })).toEqual([{ start: 8_192, end: 9_000 }]);
  expect(segments.take({ start: 8_900, end: 9_300 })).toEqual([]);
  expect(segments.take({ start: -3, end: 2_049 })).toEqual([
    { start: 0, end: 2_048 },
    { start: 2_048, end: 4_096 },
  ]);
  expect(segments.take({ start: 0, end: 0 })).toEqual([]);
});
