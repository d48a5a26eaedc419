import { at, type Frame } from './frame.ts';

/** Between a price and the tip of its mark, px. */
const GAP_PX = 3;
const MOST_HALF_PX = 4;
/** Bars narrower than this have no lines to later bars, px. */
const LEAST_BAR_PX = 3;
const LATER_OPACITY = 0.55;

type PeakLook = {
  color: string;
  side: 'peaks' | 'troughs';
  /** Bars from a mark to the one that confirmed it. */
  laterBars: number;
};

/** A triangle that points away from the price. */
function addTriangle(path: Path2D, x: number, y: number, up: 1 | -1, halfPx: number): void {
  const baseY = y - up * GAP_PX;
  path.moveTo(x - halfPx, baseY);
  path.lineTo(x + halfPx, baseY);
  path.lineTo(x, baseY - up * halfPx * 1.5);
  path.closePath();
}

/**
 * A triangle beyond each price, with a line to the bar that confirmed it. One that the forming bar would confirm is an
 * outline: it can still disappear.
 */
export function paintPeaks(
  frame: Frame,
  values: Float64Array,
  { color, side, laterBars }: PeakLook,
): void {
  const { ctx, from, to, xOf, toY, barSpacePx, formingIndex } = frame;
  const up = side === 'peaks' ? 1 : -1;
  const halfPx = Math.max(1, Math.min(MOST_HALF_PX, barSpacePx / 2));
  const last = Math.min(values.length - 1, to);
  const known = new Path2D();
  const open = new Path2D();
  const later = new Path2D();
  for (let index = Math.max(0, from - 1); index <= last; index++) {
    const value = at(values, index);
    if (Number.isNaN(value)) continue;
    const [x, y] = [xOf(index) + 0.5, toY(value)];
    addTriangle(index === formingIndex ? open : known, x, y, up, halfPx);
    const lineY = Math.round(y - up * GAP_PX) + 0.5;
    later.moveTo(x, lineY);
    later.lineTo(xOf(index + laterBars) + 0.5, lineY);
  }
  ctx.fillStyle = color;
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.fill(known);
  ctx.stroke(open);
  if (barSpacePx < LEAST_BAR_PX) return;
  ctx.globalAlpha = LATER_OPACITY;
  ctx.stroke(later);
  ctx.globalAlpha = 1;
}

/** Points that are known only later, one value at the bar of its confirmation. */
export type Legs = {
  points: Float64Array;
  /** Bars from a point to its confirmation. */
  back: Float64Array;
  /** At each bar, the end of the leg that has not ended, and the bars back to it. */
  tip: Float64Array;
  tipBack: Float64Array;
};

/** A point at its bar; `knownAt` is the bar that confirmed it, or infinity while it can still move. */
export type LegPoint = { index: number; value: number; knownAt: number };

function pointAt({ points, back }: Legs, knownAt: number, formingIndex: number): LegPoint | null {
  const value = at(points, knownAt);
  if (Number.isNaN(value)) return null;
  // A bar that is still forming has confirmed nothing.
  const isKnown = knownAt !== formingIndex;
  return {
    index: knownAt - at(back, knownAt),
    value,
    knownAt: isKnown ? knownAt : Number.POSITIVE_INFINITY,
  };
}

/** The points in view with their neighbours on either side, oldest first; the last one may be provisional. */
export function legsInView(
  legs: Legs,
  { from, to, formingIndex }: Pick<Frame, 'from' | 'to' | 'formingIndex'>,
): LegPoint[] {
  const { length } = legs.points;
  const found: LegPoint[] = [];
  for (let index = Math.min(from, length - 1); index >= 0 && found.length === 0; index--) {
    const point = pointAt(legs, index, formingIndex);
    if (point) found.push(point);
  }
  for (let index = Math.max(0, from + 1); index < length; index++) {
    const point = pointAt(legs, index, formingIndex);
    if (!point) continue;
    found.push(point);
    if (point.index >= to) return found;
  }
  const last = length - 1;
  const value = at(legs.tip, last);
  if (!Number.isNaN(value)) {
    found.push({
      index: last - at(legs.tipBack, last),
      value,
      knownAt: Number.POSITIVE_INFINITY,
    });
  }
  return found;
}

const PROVISIONAL_DASH = [4, 4];
const PROVISIONAL_OPACITY = 0.75;
const KNOWN_RADIUS_PX = 2.5;
/** A shorter leg has no dot, px. */
const LEAST_LEG_PX = 10;

/**
 * Lines from point to point; a leg whose end can still move is dashed. A dot on a leg stands at the bar that confirmed the
 * point before it.
 */
export function paintLegs(
  frame: Frame,
  legs: Legs,
  look: { color: string; widthPx: number; opacity: number; dash: readonly number[] },
): void {
  const { ctx, xOf, toY } = frame;
  const points = legsInView(legs, frame).map((point) => ({
    ...point,
    x: xOf(point.index) + 0.5,
    y: toY(point.value),
  }));
  const firm = new Path2D();
  const provisional = new Path2D();
  const dots = new Path2D();
  for (const [at, end] of points.entries()) {
    const start = points[at - 1];
    if (!start) continue;
    const path = Number.isFinite(end.knownAt) ? firm : provisional;
    path.moveTo(start.x, start.y);
    path.lineTo(end.x, end.y);
    if (start.knownAt > end.index || end.x - start.x < LEAST_LEG_PX) continue;
    const share = (start.knownAt - start.index) / (end.index - start.index);
    const [x, y] = [start.x + share * (end.x - start.x), start.y + share * (end.y - start.y)];
    dots.moveTo(x + KNOWN_RADIUS_PX, y);
    dots.arc(x, y, KNOWN_RADIUS_PX, 0, 2 * Math.PI);
  }
  ctx.strokeStyle = look.color;
  ctx.fillStyle = look.color;
  ctx.lineWidth = look.widthPx;
  ctx.lineJoin = 'round';
  ctx.globalAlpha = look.opacity;
  ctx.setLineDash([...look.dash]);
  ctx.stroke(firm);
  ctx.fill(dots);
  ctx.globalAlpha = look.opacity * PROVISIONAL_OPACITY;
  ctx.setLineDash(PROVISIONAL_DASH);
  ctx.stroke(provisional);
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
}
