export type Rectangle = { x: number; y: number; width: number; height: number };

/** The worst ratio of a side to the other, of weights that share a strip as long as `side`. */
function worstRatio(areas: readonly number[], side: number): number {
  const sum = areas.reduce((total, area) => total + area, 0);
  const thickness = sum / side;
  return Math.max(
    ...areas.map((area) => {
      const length = area / thickness;
      return Math.max(length / thickness, thickness / length);
    }),
  );
}

/** Lays areas beside each other along the shorter side of a rectangle; answers what is left of it. */
function placeStrip(areas: readonly number[], left: Rectangle, placed: Rectangle[]): Rectangle {
  const sum = areas.reduce((total, area) => total + area, 0);
  const isColumn = left.width >= left.height;
  const side = isColumn ? left.height : left.width;
  const thickness = sum / side;
  let at = 0;
  for (const area of areas) {
    const length = area / thickness;
    placed.push(
      isColumn
        ? { x: left.x, y: left.y + at, width: thickness, height: length }
        : { x: left.x + at, y: left.y, width: length, height: thickness },
    );
    at += length;
  }
  return isColumn
    ? { ...left, x: left.x + thickness, width: left.width - thickness }
    : { ...left, y: left.y + thickness, height: left.height - thickness };
}

/**
 * Rectangles that fill a frame without overlap, one for each weight in the order given, with areas in proportion to the
 * weights and sides as equal as strips allow. Weights are above zero; those that descend give the best shapes.
 * @see Bruls, Huizing and van Wijk: Squarified Treemaps (2000)
 */
export function treeMap(
  weights: readonly number[],
  { width, height }: { width: number; height: number },
): Rectangle[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (weights.length === 0 || total <= 0 || width <= 0 || height <= 0) return [];
  const areas = weights.map((weight) => (weight / total) * width * height);
  const placed: Rectangle[] = [];
  let left: Rectangle = { x: 0, y: 0, width, height };
  let strip: number[] = [];
  for (const area of areas) {
    const side = Math.min(left.width, left.height);
    const isBetter =
      strip.length === 0 || worstRatio([...strip, area], side) <= worstRatio(strip, side);
    if (!isBetter) {
      left = placeStrip(strip, left, placed);
      strip = [];
    }
    strip.push(area);
  }
  placeStrip(strip, left, placed);
  return placed;
}

type Direction = 'left' | 'right' | 'up' | 'down';

const AHEAD: Readonly<Record<Direction, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};
/** A rectangle aside counts as further away than one ahead. */
const ASIDE = 2;

const centreOf = ({ x, y, width, height }: Rectangle) => ({ x: x + width / 2, y: y + height / 2 });

/** The nearest rectangle in a direction, by its index; the given one if there is none. */
export function neighbour(
  rectangles: readonly Rectangle[],
  from: number,
  direction: Direction,
): number {
  const start = rectangles[from];
  if (!start) return from;
  const centre = centreOf(start);
  const [x, y] = AHEAD[direction];
  let best = { index: from, distance: Number.POSITIVE_INFINITY };
  for (const [index, rectangle] of rectangles.entries()) {
    const to = centreOf(rectangle);
    const ahead = (to.x - centre.x) * x + (to.y - centre.y) * y;
    const aside = Math.abs((to.x - centre.x) * y) + Math.abs((to.y - centre.y) * x);
    const distance = ahead + ASIDE * aside;
    if (index !== from && ahead > 0.5 && distance < best.distance) best = { index, distance };
  }
  return best.index;
}
