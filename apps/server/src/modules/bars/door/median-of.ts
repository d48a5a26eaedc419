function swap(values: Float64Array, i: number, j: number): void {
  const kept = values[i] ?? 0;
  values[i] = values[j] ?? 0;
  values[j] = kept;
}

/**
 * The upper middle of the first `count` numbers, at least one; their order changes. Selects instead of sorting
 * (Hoare): a typed array's own sort costs ten times as much for a few dozen numbers.
 */
export function medianOf(values: Float64Array, count: number): number {
  const middle = count >> 1;
  const at = (index: number) => values[index] ?? 0;
  let left = 0;
  let right = count - 1;
  while (left < right) {
    const pivot = at(middle);
    let i = left;
    let j = right;
    while (i <= j) {
      while (at(i) < pivot) i++;
      while (pivot < at(j)) j--;
      if (i <= j) swap(values, i++, j--);
    }
    if (j < middle) left = i;
    if (middle < i) right = j;
  }
  return at(middle);
}
