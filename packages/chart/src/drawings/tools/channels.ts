import { clipLine, middleOf, moved, type Shape } from '../shapes.ts';
import type { ToolDefinition } from './tool.ts';

/** Offset of a channel's second line: vertical, or horizontal where the first line is upright. */
function offsetOf(
  a: { x: number; y: number },
  b: { x: number; y: number },
  c: { x: number; y: number },
): { dx: number; dy: number } {
  if (a.x === b.x) return { dx: c.x - a.x, dy: 0 };
  const slope = (b.y - a.y) / (b.x - a.x);
  return { dx: 0, dy: c.y - (a.y + slope * (c.x - a.x)) };
}

/** Two parallel lines with the area and the dashed middle between them; its third point lies on the second line. */
export const parallelChannel: ToolDefinition = {
  points: 3,
  hasFill: true,
  style: { fillOpacity: 0.1 },
  shapes({ points }) {
    const [a, b, c] = points;
    if (!a || !b) return [];
    const base: Shape = { kind: 'line', places: [a, b] };
    if (!c) return [base];
    const { dx, dy } = offsetOf(a, b, c);
    const [d, e] = [moved(a, dx, dy), moved(b, dx, dy)];
    return [
      { kind: 'area', places: [a, b, e, d] },
      { kind: 'line', places: [middleOf(a, d), middleOf(b, e)], dash: 'dashed', opacity: 0.6 },
      base,
      { kind: 'line', places: [d, e] },
    ];
  },
};

/**
 * Andrews' pitchfork: a median from the first point through the middle of the other two, and its parallels through
 * these two points, up to the edge of the pane.
 */
export const pitchfork: ToolDefinition = {
  points: 3,
  hasFill: true,
  style: { fillOpacity: 0.06 },
  shapes({ points, ...box }) {
    const [a, b, c] = points;
    if (!a || !b) return [];
    if (!c) return [{ kind: 'line', places: [a, b] }];
    const middle = middleOf(b, c);
    const [dx, dy] = [middle.x - a.x, middle.y - a.y];
    const tines = [middle, b, c].map((from) => {
      const start = from === middle ? a : from;
      return clipLine(start, moved(start, dx, dy), box, { ahead: true });
    });
    const [, upper, lower] = tines;
    const lines = tines.flatMap((places): Shape[] => (places ? [{ kind: 'line', places }] : []));
    const area: Shape[] =
      upper && lower ? [{ kind: 'area', places: [b, upper[1], lower[1], c] }] : [];
    return [...area, { kind: 'line', places: [b, c] }, ...lines];
  },
};
