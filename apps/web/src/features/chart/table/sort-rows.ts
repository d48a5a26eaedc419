import { type TableColumn, TIME_COLUMN } from './table-columns.ts';

/** By which column the table is sorted, and which way. */
export type TableSort = { key: string; isDescending: boolean };

export const NEWEST_FIRST: TableSort = { key: TIME_COLUMN, isDescending: true };

/** The other way round for the same column, the largest first for another one. */
export function nextSort(sort: TableSort, key: string): TableSort {
  return { key, isDescending: sort.key === key ? !sort.isDescending : true };
}

/** The rows in order; those whose value is not known stand last whichever way, equal ones newest first. */
export function sortRows(
  columns: readonly TableColumn[],
  count: number,
  sort: TableSort,
): number[] {
  const newestFirst = Array.from({ length: count }, (_, index) => count - 1 - index);
  const column = columns.find(({ key }) => key === sort.key);
  if (!column) return newestFirst;
  const values = Float64Array.from({ length: count }, (_, row) => column.value(row));
  const isKnown = (row: number) => !Number.isNaN(values[row]);
  const sign = sort.isDescending ? -1 : 1;
  const known = newestFirst.filter(isKnown);
  known.sort((a, b) => sign * ((values[a] ?? 0) - (values[b] ?? 0)));
  return [...known, ...newestFirst.filter((row) => !isKnown(row))];
}
