/** The four prices as columns: those of the market, or Heikin-Ashi ones. */
export type PriceColumns = {
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
};

/** A value known to be inside its column. */
export function at(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN;
}
