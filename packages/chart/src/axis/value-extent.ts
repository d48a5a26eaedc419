/** Lowest and highest value in view; low > high while there is none. */
export type Extent = { low: number; high: number };

export const NO_EXTENT: Extent = {
  low: Number.POSITIVE_INFINITY,
  high: Number.NEGATIVE_INFINITY,
};

/** Includes the values `from` … `to − 1` of a column; NaN is skipped. */
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

export function include(extent: Extent, value: number): Extent {
  return { low: Math.min(extent.low, value), high: Math.max(extent.high, value) };
}

export function union(a: Extent, b: Extent): Extent {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

export function isEmpty({ low, high }: Extent): boolean {
  return !(low <= high);
}

/** Prices that differ by less than this share are one. */
const FLAT_SHARE = 1e-9;

/** An extent with a height: one price stands in the middle of a twentieth of itself to either side. */
export function widened({ low, high }: Extent): Extent {
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (low > high || high - low > FLAT_SHARE * size) return { low, high };
  const beside = size / 20 || 0.5;
  return { low: low - beside, high: high + beside };
}

/** An extent in axis units with this much of a pane's height free above and below it, px. */
export function withMargins(
  { low, high }: Extent,
  heightPx: number,
  { topPx, bottomPx }: { topPx: number; bottomPx: number },
): Extent {
  // A flat line has no extent of its own: it stands in the middle of the remaining height.
  const span = high > low ? high - low : Math.max(Math.abs(high), 1) * 0.1;
  const [from, to] = high > low ? [low, high] : [low - span / 2, high + span / 2];
  const innerPx = heightPx - topPx - bottomPx;
  if (innerPx < 1) return { low: from, high: to };
  const unitsPerPx = span / innerPx;
  return { low: from - unitsPerPx * bottomPx, high: to + unitsPerPx * topPx };
}

/** A mark that needs room below its value (buy) or above it (sell). Values are in axis units. */
export type MarkPlace = { value: number; side: 'buy' | 'sell' };

/** An extent in axis units that leaves `roomPx` of a pane's height beyond every mark. */
export function makeRoom(
  { low, high }: Extent,
  marks: readonly MarkPlace[],
  { heightPx, roomPx }: { heightPx: number; roomPx: number },
): Extent {
  const room = ((high - low) / Math.max(1, heightPx - 2 * roomPx)) * roomPx;
  const bottoms = marks.filter(({ side }) => side === 'buy').map(({ value }) => value - room);
  const tops = marks.filter(({ side }) => side === 'sell').map(({ value }) => value + room);
  return { low: Math.min(low, ...bottoms), high: Math.max(high, ...tops) };
}
