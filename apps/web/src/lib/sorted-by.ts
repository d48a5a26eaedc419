type Value = number | string | null;

/** Rows sorted by a value; those without it come last in either direction, equal ones keep their order. */
export function sortedBy<Row>(
  rows: readonly Row[],
  valueFor: (row: Row) => Value,
  { isDescending }: { isDescending: boolean },
): Row[] {
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [first, second] = [valueFor(a), valueFor(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    if (typeof first === 'string' || typeof second === 'string') {
      return direction * String(first).localeCompare(String(second), 'en');
    }
    return direction * (first - second);
  });
}
