/**
 * Binary search: the first index below `length` where `isBefore` is false, or `length`. `isBefore` must be true up to that
 * index and false from there on. O(log length).
 */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
