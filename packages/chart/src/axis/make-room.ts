import type { Extent } from './value-extent.ts';

/** A mark that needs room beyond its place: below it (buy) or above it (sell). Values in axis units. */
export type MarkPlace = { value: number; side: 'buy' | 'sell' };

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
