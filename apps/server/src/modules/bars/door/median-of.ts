/**
 * The upper middle of the first `count` numbers, at least one; their order changes. Selects instead of sorting
 * (Hoare): a typed array's own sort costs ten times as much for a few dozen numbers.
 */
export function medianOf(values: Float64Array, count: number): number {
  const middle = count >> 1;
  let left = 0;
  let right = count - 1;
  while (left < right) {
    const pivot = values[middle] ?? 0;
    let i = left;
    let j = right;
    while (i <= j) {
      while ((values[i] ?? 0) < pivot) i++;
      while (pivot < (values[j] ?? 0)) j--;
      if (i > j) break;
      const swapped = values[i] ?? 0;
      values[i] = values[j] ?? 0;
      values[j] = swapped;
      i++;
      j--;
    }
    if (j < middle) left = i;
    if (middle < i) right = j;
  }
  return values[middle] ?? 0;
}
