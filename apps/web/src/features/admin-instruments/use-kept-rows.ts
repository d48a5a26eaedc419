import { useState } from 'react';

/** A row that was acted upon, and its position then. */
export type KeptRow<Row> = { row: Row; index: number };

/** Puts rows that have left a list back into their places; ascending positions keep each other's places. */
export function withKept<Row>(
  rows: readonly Row[],
  kept: readonly KeptRow<Row>[],
  keyOf: (row: Row) => string,
): Row[] {
  const present = new Set(rows.map(keyOf));
  const shown = [...rows];
  for (const { row, index } of kept.toSorted((a, b) => a.index - b.index)) {
    if (!present.has(keyOf(row))) shown.splice(Math.min(index, shown.length), 0, row);
  }
  return shown;
}

/**
 * Keeps rows in their places once they were acted upon, so that no other row slides under the pointer. Another search
 * lets them go.
 */
export function useKeptRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  search: string,
): { shown: readonly Row[]; keep: (row: Row) => void } {
  const [kept, setKept] = useState<{ search: string; rows: readonly KeptRow<Row>[] }>({
    search,
    rows: [],
  });
  const own = kept.search === search ? kept.rows : [];
  const shown = withKept(rows, own, keyOf);
  return {
    shown,
    keep: (row) => {
      const index = shown.findIndex((each) => keyOf(each) === keyOf(row));
      const others = own.filter((each) => keyOf(each.row) !== keyOf(row));
      setKept({ search, rows: [...others, { row, index }] });
    },
  };
}
