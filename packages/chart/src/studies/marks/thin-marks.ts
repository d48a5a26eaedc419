import type { PaintedMark } from '../../paint/marks.ts';

/** A fixed rank of a moment among others, so that scrolling, a new bar and older ones change no choice. */
function rankOf(timeMs: number): number {
  const seconds = Math.floor(timeMs / 1_000);
  return Math.imul(seconds ^ (seconds >>> 15), 0x9e3779b1) >>> 0;
}

/**
 * The marks that have room: those of one side stand at least `apartBars` apart. Strong ones come first. The others are
 * counted in the nearest one that is kept.
 */
export function thinMarks(marks: readonly PaintedMark[], apartBars: number): PaintedMark[] {
  const kept: Record<PaintedMark['side'], Map<number, PaintedMark>> = {
    buy: new Map(),
    sell: new Map(),
  };
  // A cell holds one kept mark at most, so that the neighbours of a mark are in its cell and the two beside it.
  const cellOf = (index: number) => Math.floor(index / apartBars);
  const nearest = ({ side, index }: PaintedMark): PaintedMark | undefined => {
    const cell = cellOf(index);
    return [cell - 1, cell, cell + 1]
      .flatMap((one) => kept[side].get(one) ?? [])
      .filter((one) => Math.abs(one.index - index) < apartBars)
      .sort((a, b) => Math.abs(a.index - index) - Math.abs(b.index - index))[0];
  };
  const ordered = [...marks].sort(
    (a, b) => Number(b.strong) - Number(a.strong) || rankOf(a.time) - rankOf(b.time),
  );
  const dropped: PaintedMark[] = [];
  for (const mark of ordered) {
    if (nearest(mark)) dropped.push(mark);
    else kept[mark.side].set(cellOf(mark.index), { ...mark });
  }
  for (const mark of dropped) {
    const one = nearest(mark);
    if (one) one.more += 1 + mark.more;
  }
  return [...kept.buy.values(), ...kept.sell.values()].sort((a, b) => a.index - b.index);
}
