/** Lowest and highest value of what is in view; low > high while nothing is. */
export type Extent = { low: number; high: number };

export const NO_EXTENT: Extent = {
  low: Number.POSITIVE_INFINITY,
  high: Number.NEGATIVE_INFINITY,
};

/** An extent that also holds the defined values `from` … `to − 1` of a column. */
export function extend(extent: Extent, values: Float64Array, from: number, to: number): Extent {
  let { low, high } = extent;
  const end = Math.min(to, values.length);
  for (let index = Math.max(0, from); index < end; index++) {
    const value = values[index] ?? Number.NaN;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

/** An extent that also holds one value. */
export function include(extent: Extent, value: number): Extent {
  return { low: Math.min(extent.low, value), high: Math.max(extent.high, value) };
}

/** Two extents as one. */
export function union(a: Extent, b: Extent): Extent {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** Whether anything is in view. */
export function isEmpty({ low, high }: Extent): boolean {
  return !(low <= high);
}
