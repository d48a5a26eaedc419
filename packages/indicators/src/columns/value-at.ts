/** The value at an index, NaN outside the array. Engines inline it, so that it costs a loop nothing. */
export function valueAt(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}
