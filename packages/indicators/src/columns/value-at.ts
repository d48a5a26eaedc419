/**
 * The value at an index, NaN outside the array. Inner loops write `Number(values[index])` themselves, which is the
 * same and costs nothing: a compiler that sees numbers drops the call, but it learns about arrays place by place.
 */
export function valueAt(values: Float64Array, index: number): number {
  return Number(values[index]);
}
