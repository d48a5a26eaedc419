import type { Extent } from './value-extent.ts';

/** A mark that needs room beyond its place: below it (buy) or above it (sell). Values in axis units. */
export type MarkPlace = { value: number; side: 'buy' | 'sell' };

/** An extent in axis units with this much of a pane's height free above and below it, px. */
export function withMargins(
  { low, high }: Extent,
  heightPx: number,
  margins: { topPx: number; bottomPx: number },
): Extent {
  const { topPx, bottomPx } = margins;
  // A flat line has no extent of its own: it stands in the middle of what is left.
  const span = high > low ? high - low : Math.max(Math.abs(high), 1) * 0.1;
  const [from, to] = high > low ? [low, high] : [low - span / 2, high + span / 2];
  const innerPx = heightPx - topPx - bottomPx;
  if (innerPx < 1) return { low: from, high: to };
  const unitsPerPx = span / innerPx;
  return { low: from - unitsPerPx * bottomPx, high: to + unitsPerPx * topPx };
}

/** An extent in axis units that leaves `roomPx` of a pane's height beyond every mark. */
export function makeRoom(
  { low, high }: Extent,
  marks: readonly MarkPlace[],
  sizes: { heightPx: number; roomPx: number },
): Extent {
  const unitsPerPx = (high - low) / Math.max(1, sizes.heightPx - 2 * sizes.roomPx);
  const room = unitsPerPx * sizes.roomPx;
  const bottoms = marks.filter(({ side }) => side === 'buy').map(({ value }) => value - room);
  const tops = marks.filter(({ side }) => side === 'sell').map(({ value }) => value + room);
  return { low: Math.min(low, ...bottoms), high: Math.max(high, ...tops) };
}
