import type { ChartPoint } from '../../chart-source.ts';
import type { Drawing } from '../drawing.ts';
import { type DrawingFrame, movePoint, placePoint } from '../drawing-frame.ts';
import type { Place } from '../shapes/shape.ts';
import { TOOLS } from '../tools/index.ts';
import type { HandleRule } from '../tools/tool.ts';

/** What of a drawing is held: a handle by its index, or all of it. */
export type Grip = number | 'body';

/** Whether its points may stand between bars. */
export function isByHand({ tool }: Pick<Drawing, 'tool'>): boolean {
  return TOOLS[tool].points === 'stroke';
}

type Points = Pick<Drawing, 'tool' | 'points'>;

function rulesOf({ tool, points }: Points): readonly HandleRule[] {
  return TOOLS[tool].handles ?? points.map((_, i) => ({ timeOf: i, priceOf: i }));
}

/** Where the handles of a drawing stand. */
export function handlesOf(frame: DrawingFrame, drawing: Points): Place[] {
  const placed = drawing.points.map((point) => placePoint(frame, point, isByHand(drawing)));
  return rulesOf(drawing).flatMap(({ timeOf, priceOf }) => {
    const [time, price] = [placed[timeOf], placed[priceOf]];
    return time && price ? [{ x: time.x, y: price.y }] : [];
  });
}

/** The points of a drawing one of whose handles was moved to a point. */
export function withHandleAt(drawing: Points, handle: number, to: ChartPoint): ChartPoint[] {
  const rule = rulesOf(drawing)[handle];
  return drawing.points.map((point, i) => ({
    timeMs: i === rule?.timeOf ? to.timeMs : point.timeMs,
    price: i === rule?.priceOf ? to.price : point.price,
  }));
}

/** The points of a drawing that was moved as a whole from one place to another. */
export function withBodyMoved(
  frame: DrawingFrame,
  drawing: Points,
  { from, to, precision }: { from: Place; to: Place; precision: number },
): ChartPoint[] {
  const byHand = isByHand(drawing);
  const distance = frame.indexAt(to.x) - frame.indexAt(from.x);
  const bars = byHand ? distance : Math.round(distance);
  const dyPx = to.y - from.y;
  return drawing.points.map((point) =>
    movePoint(frame, point, { bars, dyPx, isByHand: byHand, precision }),
  );
}
