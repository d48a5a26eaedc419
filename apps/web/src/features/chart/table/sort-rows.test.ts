import { expect, it } from 'vitest';
import { NEWEST_FIRST, nextSort, sortRows } from './sort-rows.ts';

const column = (key: string, values: number[]) => {
  const value = (row: number) => values[row] ?? Number.NaN;
  return { key, head: key, text: (row: number) => String(value(row)), value, why: () => '' };
};
const COLUMNS = [column('time', [10, 20, 30, 40]), column('close', [5, Number.NaN, 7, 5])];

it('shows the newest bar first until a column is chosen', () => {
  expect(sortRows(COLUMNS, 4, NEWEST_FIRST)).toEqual([3, 2, 1, 0]);
});

it('sorts by a column either way, the unknown last, equal values newest first', () => {
  const largest = nextSort(NEWEST_FIRST, 'close');
  expect(sortRows(COLUMNS, 4, largest)).toEqual([2, 3, 0, 1]);
  expect(sortRows(COLUMNS, 4, nextSort(largest, 'close'))).toEqual([3, 0, 2, 1]);
});

it('turns the time around at the first press on it', () => {
  expect(sortRows(COLUMNS, 4, nextSort(NEWEST_FIRST, 'time'))).toEqual([0, 1, 2, 3]);
});
