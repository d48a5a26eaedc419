import { formatPrice, formatValue } from '../axis/format-value.ts';
import type { ChartPoint } from '../chart-source.ts';
import type { Drawing } from './drawing.ts';
import type { PaneBox, Place, Shape } from './shapes.ts';
import type { TimePlaces } from './time-places.ts';
import { isFreehandTool, TOOLS } from './tools/index.ts';
import type { HandleRule, PlacedPoint, RangeProfile } from './tools/tool.ts';

/** The main pane of the last picture: converts times and prices to places and back. */
export type DrawingFrame = PaneBox & {
  /** Top of the pane, px from the top of the chart. */
  topPx: number;
  /** Size of texts; 1 is usual. */
  textScale: number;
  times: TimePlaces;
  /** Middle of a bar in the store or beyond it, px; fractions lie between bars. */
  xOf: (index: number) => number;
  /** Index of the bar at a place, with its fraction. */
  indexAt: (x: number) => number;
  toY: (price: number) => number;
  priceAt: (y: number) => number;
  /** The volume by price of the bars from one index to another, both included. */
  profileOf?: (from: number, to: number) => RangeProfile;
};

type Points = Pick<Drawing, 'tool' | 'points'>;

/** A pointer is rarely on the middle of a handle, px. */
const HANDLE_ROOM_PX = 3;
/** Reach of a handle that others crowd, px. */
const LEAST_HANDLE_PX = 5;

/** A part of a drawing that the pointer holds: a handle by its index, or all of it. */
export type Grip = number | 'body';

/** A price with its written decimals; the least one above zero where a logarithmic scale has no place for it. */
export function shownPrice(
  { toY }: Pick<DrawingFrame, 'toY'>,
  price: number,
  precision: number,
): number {
  const written = Number(price.toFixed(precision));
  return Number.isFinite(toY(written)) ? written : 10 ** -precision;
}

/** Time of a place between bars, for freehand drawings. */
function timeBetween({ times }: DrawingFrame, index: number): number {
  const before = Math.floor(index);
  const fromMs = times.timeOf(before);
  return Math.round(fromMs + (index - before) * (times.timeOf(before + 1) - fromMs));
}

/** The point at a place: at a bar, or between bars for freehand drawings. */
export function pointAt(
  frame: DrawingFrame,
  { x, y }: Place,
  { isFreehand, precision }: { isFreehand: boolean; precision: number },
): ChartPoint {
  const index = frame.indexAt(x);
  return {
    timeMs: isFreehand ? timeBetween(frame, index) : frame.times.timeOf(Math.round(index)),
    price: shownPrice(frame, frame.priceAt(y), precision),
  };
}

function indexOf({ times }: DrawingFrame, timeMs: number, isFreehand: boolean): number {
  return isFreehand ? times.fractionOf(timeMs) : times.indexOf(timeMs);
}

/** A drawing's points with their places; NaN or infinite where the scale has none. */
export function placesOf(frame: DrawingFrame, { tool, points }: Points): PlacedPoint[] {
  return points.map((point) => {
    const index = indexOf(frame, point.timeMs, isFreehandTool(tool));
    return { ...point, index: Math.round(index), x: frame.xOf(index), y: frame.toY(point.price) };
  });
}

function profileBetween(
  { profileOf }: DrawingFrame,
  [from, to]: readonly PlacedPoint[],
): RangeProfile | undefined {
  if (!from || !to) return undefined;
  return profileOf?.(Math.min(from.index, to.index), Math.max(from.index, to.index));
}

/**
 * The shapes of a drawing; none where one of its points has no place. A compact one is neither selected nor under the
 * pointer.
 */
export function shapesOf(
  frame: DrawingFrame,
  drawing: Points & Pick<Drawing, 'style' | 'text' | 'levels' | 'account'>,
  { precision, isCompact = false }: { precision: number; isCompact?: boolean },
): Shape[] {
  const points = placesOf(frame, drawing);
  if (points.some(({ x, y }) => !Number.isFinite(x) || !Number.isFinite(y))) return [];
  const tool = TOOLS[drawing.tool];
  return tool.shapes({
    points,
    profile: tool.hasProfile ? profileBetween(frame, points) : undefined,
    widthPx: frame.widthPx,
    heightPx: frame.heightPx,
    textScale: frame.textScale,
    toY: frame.toY,
    style: drawing.style,
    text: drawing.text,
    isCompact,
    levels: drawing.levels,
    account: drawing.account,
    formatPrice: (price) => formatPrice(price, precision),
    formatPercent: (percent) => formatValue('signedPercent', percent, 0),
  });
}

function handleRules({ tool, points }: Points): readonly HandleRule[] {
  return TOOLS[tool].handles ?? points.map((_, i) => [i, i]);
}

/** Places of a drawing's handles. */
export function handlesOf(frame: DrawingFrame, drawing: Points): Place[] {
  const points = placesOf(frame, drawing);
  return handleRules(drawing).flatMap(([timeOf, priceOf]) => {
    const [time, price] = [points[timeOf], points[priceOf]];
    return time && price ? [{ x: time.x, y: price.y }] : [];
  });
}

/**
 * The drawing's handle nearest to a place, by its index; null beyond `reachPx`. Handles that stand close together reach
 * less far, so that a small drawing can still be moved as a whole.
 */
export function handleAt(
  frame: DrawingFrame,
  drawing: Points,
  { x, y, reachPx }: Place & { reachPx: number },
): number | null {
  const handles = handlesOf(frame, drawing);
  const distances = handles.map((handle) => Math.hypot(handle.x - x, handle.y - y));
  const nearestPx = Math.min(...distances.filter(Number.isFinite));
  const index = distances.indexOf(nearestPx);
  const nearest = handles[index];
  if (!nearest) return null;
  const gaps = handles.map((other) => Math.hypot(other.x - nearest.x, other.y - nearest.y));
  const gapPx = Math.min(...gaps.filter((gap, i) => i !== index && Number.isFinite(gap)));
  const reach = Math.min(reachPx + HANDLE_ROOM_PX, Math.max(LEAST_HANDLE_PX, gapPx / 3));
  return nearestPx <= reach ? index : null;
}

/** A drawing's points after one of its handles was moved to a point. */
export function withHandleAt(drawing: Points, handle: number, to: ChartPoint): ChartPoint[] {
  const [timeOf, priceOf] = handleRules(drawing)[handle] ?? [];
  return drawing.points.map((point, i) => ({
    timeMs: i === timeOf ? to.timeMs : point.timeMs,
    price: i === priceOf ? to.price : point.price,
  }));
}

/**
 * A drawing's points after the whole of it was moved from one place to another. Prices follow the scale, so that a shape
 * keeps its look on a logarithmic one; points that do not move in time or price keep their exact value.
 */
export function withBodyMoved(
  frame: DrawingFrame,
  { tool, points }: Points,
  { from, to, precision }: { from: Place; to: Place; precision: number },
): ChartPoint[] {
  const { times, toY, priceAt } = frame;
  const isFreehand = isFreehandTool(tool);
  const distance = frame.indexAt(to.x) - frame.indexAt(from.x);
  const bars = isFreehand ? distance : Math.round(distance);
  const dyPx = to.y - from.y;
  const movedTime = (timeMs: number): number => {
    const index = indexOf(frame, timeMs, isFreehand) + bars;
    return isFreehand ? timeBetween(frame, index) : times.timeOf(index);
  };
  return points.map(({ timeMs, price }) => ({
    timeMs: bars === 0 ? timeMs : movedTime(timeMs),
    price: dyPx === 0 ? price : shownPrice(frame, priceAt(toY(price) + dyPx), precision),
  }));
}
