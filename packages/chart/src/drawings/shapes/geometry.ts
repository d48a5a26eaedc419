import type { PaneBox, Place } from './shape.ts';

/** How far a place is from the line between two others, px. */
export function distanceToSegment({ x, y }: Place, a: Place, b: Place): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((x - a.x) * dx + (y - a.y) * dy) / length2;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

/** Whether a place is in an area, by the edges that a ray from it crosses. */
export function isInside({ x, y }: Place, corners: readonly Place[]): boolean {
  let isIn = false;
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length] ?? a;
    const crosses = a.y > y !== b.y > y && x < a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y);
    if (crosses) isIn = !isIn;
  });
  return isIn;
}

/** Room around the pane that lines run on into, so that their ends are not seen. */
const BEYOND_PX = 40;

/**
 * The part of a line that is in the pane, or null: dashes of a line that is millions of pixels long would stop the
 * page. Beyond `a` and `b` it goes on where it is asked to. After Liang and Barsky.
 */
export function clipLine(
  a: Place,
  b: Place,
  { widthPx, heightPx }: PaneBox,
  goesOn: { back?: boolean; ahead?: boolean } = {},
): [Place, Place] | null {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  let from = goesOn.back ? Number.NEGATIVE_INFINITY : 0;
  let to = goesOn.ahead ? Number.POSITIVE_INFINITY : 1;
  const edges = [
    [-dx, a.x + BEYOND_PX],
    [dx, widthPx + BEYOND_PX - a.x],
    [-dy, a.y + BEYOND_PX],
    [dy, heightPx + BEYOND_PX - a.y],
  ] as const;
  for (const [toward, room] of edges) {
    if (toward === 0 && room < 0) return null;
    if (toward < 0) from = Math.max(from, room / toward);
    if (toward > 0) to = Math.min(to, room / toward);
  }
  if (!(from <= to) || !Number.isFinite(from) || !Number.isFinite(to)) return null;
  const at = (share: number) => ({ x: a.x + share * dx, y: a.y + share * dy });
  return [at(from), at(to)];
}

export function middleOf(a: Place, b: Place): Place {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

export function moved({ x, y }: Place, dx: number, dy: number): Place {
  return { x: x + dx, y: y + dy };
}

/** The corners of the box between two places. */
export function boxBetween(a: Place, b: Place): Place[] {
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
}
