import { expect, test } from 'vitest';
import { createSegments } from './segments.ts';

test('only visible segments before the tail are computed, and only once', () => {
  const segments = createSegments(9_000);
  expect(segments.take({ start: 9_100, end: 9_300 })).toEqual([]);
  expect(segments.take({ start: 8_900, end: 9_300 })).toEqual([{ start: 6_952, end: 9_000 }]);
  expect(segments.take({ start: 8_900, end: 9_300 })).toEqual([]);
  expect(segments.take({ start: -3, end: 809 })).toEqual([
    { start: 0, end: 808 },
    { start: 808, end: 2_856 },
  ]);
  expect(segments.take({ start: 0, end: 0 })).toEqual([]);
});

test('prepended bars keep segments that had enough bars before them', () => {
  const segments = createSegments(3_000);
  segments.take({ start: 0, end: 3_000 });
  segments.prepend(1_000, 100);
  expect(segments.take({ start: 0, end: 4_000 })).toEqual([{ start: 0, end: 1_952 }]);
  segments.prepend(500, 1_600);
  expect(segments.take({ start: 3_000, end: 4_500 })).toEqual([]);
});
