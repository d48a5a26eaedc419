import type { ChartPoint } from '../../chart-source.ts';
import type { DrawingTool } from '../drawing.ts';
import { TOOLS } from '../tools/index.ts';

/** A stroke gets a new point where the hand has moved by so much time or price; more would be noise. */
const MOST_STROKE_POINTS = 1_000;

/** A drawing that is being placed. */
export type Placing = {
  tool: DrawingTool;
  /** Points that stand, the last one still following the pointer. */
  points: readonly ChartPoint[];
  /** How many of them stand. */
  placed: number;
};

export function beginPlacing(tool: DrawingTool, point: ChartPoint): Placing {
  return { tool, points: [point, point], placed: 1 };
}

/** The pointer moved: the last point follows it, a stroke gets one more. */
export function followPointer(placing: Placing, point: ChartPoint): Placing {
  const { points } = placing;
  if (TOOLS[placing.tool].points !== 'stroke') {
    return { ...placing, points: [...points.slice(0, -1), point] };
  }
  const last = points.at(-1);
  if (last?.timeMs === point.timeMs && last.price === point.price) return placing;
  return points.length >= MOST_STROKE_POINTS ? placing : { ...placing, points: [...points, point] };
}

/** The last point is put down: what goes on, or the points of a drawing all of whose points are placed. */
export function putDown(
  placing: Placing,
  point: ChartPoint,
): { kind: 'goesOn'; placing: Placing } | { kind: 'placed'; points: readonly ChartPoint[] } {
  const { points: wanted } = TOOLS[placing.tool];
  const { points } = followPointer(placing, point);
  const placed = placing.placed + 1;
  if (wanted === 'stroke' || placed >= wanted) {
    return { kind: 'placed', points };
  }
  return { kind: 'goesOn', placing: { ...placing, points: [...points, point], placed } };
}

/** All points of a drawing, with those that are not placed but follow from the others. */
export function completed(
  tool: DrawingTool,
  points: readonly ChartPoint[],
  shown: (price: number) => number,
): readonly ChartPoint[] {
  const { complete, points: wanted } = TOOLS[tool];
  const placed = typeof wanted === 'number' ? points.slice(0, wanted) : points;
  return complete ? complete(placed, shown) : placed;
}
