import { expect, test } from 'vitest';
import { withKept } from './use-kept-rows.ts';

const keyOf = (row: string) => row;

test('rows that left the list stay in their places, also several next to each other', () => {
  const kept = [
    { row: 'c', index: 2 },
    { row: 'b', index: 1 },
  ];
  expect(withKept(['a', 'd'], kept, keyOf)).toEqual(['a', 'b', 'c', 'd']);
});

test('a row that is in the list again is shown once, and a shorter list ends with the kept rows', () => {
  expect(withKept(['a', 'b'], [{ row: 'b', index: 1 }], keyOf)).toEqual(['a', 'b']);
  expect(withKept([], [{ row: 'b', index: 5 }], keyOf)).toEqual(['b']);
});
