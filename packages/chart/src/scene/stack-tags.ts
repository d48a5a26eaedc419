/** A tag with the wanted height of its middle, px. A heavier one moves less. */
export type WantedTag = { y: number; heightPx: number; weight: number };

type Block = { sum: number; weight: number; count: number };

function mean(block: Block): number {
  return block.sum / block.weight;
}

/** Distance of each tag's middle from the top of the stack when all tags touch. */
function middlesOfStack(wanted: readonly WantedTag[]): number[] {
  let top = 0;
  return wanted.map(({ heightPx }) => {
    top += heightPx;
    return top - heightPx / 2;
  });
}

/**
 * Moves tags so that none overlaps and each moves as little as possible (least squares by weight).
 *
 * With every tag shifted up by its place in the stack, "no overlap" means "ascending": the pool-adjacent-violators
 * algorithm solves that exactly.
 *
 * @param wanted in order from the top
 * @param bounds of the pane, px
 * @returns the middles, in the same order
 */
export function stackTags(
  wanted: readonly WantedTag[],
  bounds: { top: number; bottom: number },
): number[] {
  const places = middlesOfStack(wanted);
  const height = wanted.reduce((sum, tag) => sum + tag.heightPx, 0);
  const blocks: Block[] = [];
  wanted.forEach(({ y, weight }, i) => {
    let block: Block = { sum: (y - (places[i] ?? 0)) * weight, weight, count: 1 };
    for (let above = blocks.at(-1); above && mean(above) > mean(block); above = blocks.at(-1)) {
      blocks.pop();
      block = {
        sum: above.sum + block.sum,
        weight: above.weight + block.weight,
        count: above.count + block.count,
      };
    }
    blocks.push(block);
  });
  const shifts = blocks.flatMap((block) => {
    const shift = Math.max(bounds.top, Math.min(bounds.bottom - height, mean(block)));
    return Array.from({ length: block.count }, () => shift);
  });
  return places.map((place, i) => place + (shifts[i] ?? 0));
}
