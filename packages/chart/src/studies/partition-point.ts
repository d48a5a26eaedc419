/**
 * How many of the first `length` places come before a boundary: the index of the first one of which `isBefore` is false,
 * `length` where there is none. Every place before the boundary must lie before all others. O(log length).
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
