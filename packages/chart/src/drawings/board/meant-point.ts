import type { ChartPoint } from '../../chart-source.ts';
import type { DrawingTool } from '../drawing.ts';
import { type DrawingFrame, pointAt } from '../drawing-frame.ts';
import type { Place } from '../shapes/shape.ts';
import { snapToBar } from '../snap.ts';
import { TOOLS } from '../tools/index.ts';
import type { BoardParts } from './board-parts.ts';

/** A pointer on the chart: its place in the main pane, and how it points. */
export type Pointer = Place & {
  /** How near counts as on a drawing, px. */
  reachPx: number;
  /** Keeps a line level or upright. */
  isStraight: boolean;
};

export type Where = { parts: BoardParts; frame: DrawingFrame };

/** A point beside another one on the nearer of a level and an upright line through that. */
function straightened(
  { times, xOf, toY }: DrawingFrame,
  point: ChartPoint,
  anchor: ChartPoint,
): ChartPoint {
  const dx = xOf(times.indexOf(point.timeMs)) - xOf(times.indexOf(anchor.timeMs));
  const dy = toY(point.price) - toY(anchor.price);
  return Math.abs(dx) >= Math.abs(dy)
    ? { ...point, price: anchor.price }
    : { ...point, timeMs: anchor.timeMs };
}

/** The point that the pointer means: kept straight beside an anchor, or drawn to a price of its bar. */
export function meantPoint(
  { parts, frame }: Where,
  at: Pointer,
  tool: DrawingTool,
  anchor: ChartPoint | undefined,
): ChartPoint {
  const isByHand = TOOLS[tool].points === 'stroke';
  const free = pointAt(frame, at, { isByHand, precision: parts.precision() });
  if (isByHand) return free;
  if (at.isStraight && anchor) return straightened(frame, free, anchor);
  const bar = parts.deps.barAt(frame.times.indexOf(free.timeMs));
  return snapToBar(free, bar, parts.state.magnet, frame.toY);
}
