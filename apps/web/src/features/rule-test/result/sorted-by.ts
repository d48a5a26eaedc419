import type { TableSort } from '../../../ui/data-table/use-data-table.ts';

type Value = number | string | null;

/** Rows sorted by a column; those without a value come last in either direction. */
export function sortedBy<Row>(
  rows: readonly Row[],
  { id, isDescending }: TableSort,
  values: Readonly<Record<string, (row: Row) => Value>>,
): Row[] {
  const read = values[id] ?? (() => null);
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [first, second] = [read(a), read(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    if (typeof first === 'string' || typeof second === 'string') {
      return direction * String(first).localeCompare(String(second), 'en');
    }
    return direction * (first - second);
  });
}
