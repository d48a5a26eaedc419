import { distanceToSegment, isInside } from './geometry.ts';
import type { Place, Shape } from './shape.ts';
import { type TextPlace, textBox } from './text-box.ts';

function pairs(places: readonly Place[], isClosed: boolean): [Place, Place][] {
  const [first] = places;
  const all = isClosed && first ? [...places, first] : places;
  return all.slice(1).map((place, i) => [all[i] ?? place, place]);
}

/** What counts as on a drawing. */
export type HitRule = {
  /** So near to a line or a text, px. */
  reachPx: number;
  /**
   * Whether areas count: not before their drawing is chosen, so that a chart can be panned by what lies below them.
   */
  hasAreas: boolean;
};

function isHit(shape: Shape, at: Place, pane: TextPlace, { reachPx, hasAreas }: HitRule): boolean {
  if (shape.kind === 'area') return hasAreas && isInside(at, shape.places);
  if (shape.kind === 'line') {
    return pairs(shape.places, shape.isClosed ?? false).some(
      ([a, b]) => distanceToSegment(at, a, b) <= reachPx,
    );
  }
  const { left, top, widthPx, heightPx } = textBox(shape, pane);
  const isBeside = at.x < left - reachPx || at.x > left + widthPx + reachPx;
  return !isBeside && at.y >= top - reachPx && at.y <= top + heightPx + reachPx;
}

/** Whether a pointer is on what is drawn. */
export function hitsShapes(
  shapes: readonly Shape[],
  at: Place,
  pane: TextPlace,
  rule: HitRule,
): boolean {
  return shapes.some((shape) => isHit(shape, at, pane, rule));
}
