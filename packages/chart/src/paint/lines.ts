import type { LineStyle } from '@moneytrail/indicators';
import type { ToY } from '../axis/value-scale.ts';
import { at, type Frame } from './frame.ts';

/** Lengths of dashes and gaps, px. */
export const DASHES: Record<LineStyle['dash'], readonly number[]> = {
  solid: [],
  dashed: [6, 4],
  dotted: [1, 3],
};

const CLOSE_LINE_PX = 1.75;

/** The closes as one line; an area also has a fill that fades towards the bottom. */
export function paintCloseLine(
  frame: Frame,
  closes: Float64Array,
  look: { color: string; hasFill: boolean },
): void {
  const { ctx, from, to, xOf, toY, heightPx } = frame;
  const first = Math.max(0, from - 2);
  const last = Math.min(closes.length, to + 1) - 1;
  if (last <= first) return;
  ctx.beginPath();
  for (let index = first; index <= last; index++) {
    const close = at(closes, index);
    if (!Number.isNaN(close)) ctx.lineTo(xOf(index) + 0.5, toY(close));
  }
  ctx.lineJoin = 'round';
  ctx.lineWidth = CLOSE_LINE_PX;
  ctx.strokeStyle = look.color;
  ctx.stroke();
  if (!look.hasFill) return;
  ctx.lineTo(xOf(last) + 0.5, heightPx);
  ctx.lineTo(xOf(first) + 0.5, heightPx);
  const fade = ctx.createLinearGradient(0, 0, 0, heightPx);
  fade.addColorStop(0, look.color);
  fade.addColorStop(1, 'transparent');
  ctx.fillStyle = fade;
  ctx.globalAlpha = 0.22;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** The area between two lines where both are defined, in a colour at an opacity. */
export function paintBand(
  frame: Frame,
  upper: Float64Array,
  lower: Float64Array,
  look: { color: string; opacity: number },
): void {
  const { ctx, from, to, xOf, toY } = frame;
  const first = Math.max(0, from - 2);
  const last = Math.min(upper.length - 1, to);
  let start = first;
  while (start <= last && Number.isNaN(at(upper, start) + at(lower, start))) start++;
  if (start >= last) return;
  ctx.beginPath();
  for (let index = start; index <= last; index++)
    ctx.lineTo(xOf(index) + 0.5, toY(at(upper, index)));
  for (let index = last; index >= start; index--)
    ctx.lineTo(xOf(index) + 0.5, toY(at(lower, index)));
  ctx.closePath();
  ctx.fillStyle = look.color;
  ctx.globalAlpha = look.opacity;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** The area between a line and a height, in one colour above the height and in another below. */
export function paintAroundLevel(
  frame: Frame,
  values: Float64Array,
  levelPx: number,
  look: { above: string; below: string; opacity: number },
): void {
  const { ctx, from, to, xOf, toY, widthPx, heightPx } = frame;
  const first = Math.max(0, from - 2);
  const last = Math.min(values.length - 1, to);
  const area = new Path2D();
  let hasBegun = false;
  for (let index = first; index <= last + 1; index++) {
    const value = index > last ? Number.NaN : at(values, index);
    if (!Number.isNaN(value)) {
      const x = xOf(index) + 0.5;
      if (!hasBegun) area.moveTo(x, levelPx);
      hasBegun = true;
      area.lineTo(x, toY(value));
    } else if (hasBegun) {
      area.lineTo(xOf(index - 1) + 0.5, levelPx);
      area.closePath();
      hasBegun = false;
    }
  }
  ctx.globalAlpha = look.opacity;
  for (const side of ['above', 'below'] as const) {
    ctx.save();
    ctx.beginPath();
    if (side === 'above') ctx.rect(0, 0, widthPx, levelPx);
    else ctx.rect(0, levelPx, widthPx, heightPx - levelPx);
    ctx.clip();
    ctx.fillStyle = look[side];
    ctx.fill(area);
    ctx.restore();
  }
  ctx.globalAlpha = 1;
}

export function paintLevel(frame: Frame, y: number, color: string): void {
  const { ctx, widthPx } = frame;
  const middle = Math.round(y) + 0.5;
  ctx.beginPath();
  ctx.setLineDash([...DASHES.dotted]);
  ctx.moveTo(0, middle);
  ctx.lineTo(widthPx, middle);
  ctx.lineWidth = 1;
  ctx.strokeStyle = color;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Dotted lines before the bars that begin a session. */
export function paintSessionBreaks(frame: Frame, indexes: readonly number[], color: string): void {
  const { ctx, heightPx, xOf, barSpacePx } = frame;
  ctx.beginPath();
  ctx.setLineDash([...DASHES.dotted]);
  for (const index of indexes) {
    const x = Math.round(xOf(index) - barSpacePx / 2) + 0.5;
    ctx.moveTo(x, 0);
    ctx.lineTo(x, heightPx);
  }
  ctx.lineWidth = 1;
  ctx.strokeStyle = color;
  ctx.stroke();
  ctx.setLineDash([]);
}

export type LineLook = {
  color: string;
  widthPx: number;
  /** Above 0 … 1. */
  opacity: number;
  dash: readonly number[];
  /** Puts heights on whole pixels. Only for lines that are mostly level: curves would wobble. */
  isLevel: boolean;
};

const FORMING_DASH = [2, 3];
const FORMING_OPACITY = 0.6;

/** Heights at which the edges of the line fall between pixels. */
function snapped(toY: ToY, widthPx: number): ToY {
  const shift = (widthPx / 2) % 1;
  return (value) => Math.round(toY(value)) + shift;
}

/** Adds the values `first` … `last` to the path; an undefined one leaves a gap. */
function trace(frame: Frame, values: Float64Array, first: number, last: number, toY: ToY): void {
  const { ctx, xOf } = frame;
  let isDown = false;
  for (let index = first; index <= last; index++) {
    const value = at(values, index);
    if (Number.isNaN(value)) {
      isDown = false;
    } else if (isDown) {
      ctx.lineTo(xOf(index) + 0.5, toY(value));
    } else {
      ctx.moveTo(xOf(index) + 0.5, toY(value));
      isDown = true;
    }
  }
}

/**
 * A study's line over the visible bars. Its last segment, to a forming bar, is dotted and paler: it can still change.
 * Dashes keep their place on the bars while the chart is panned.
 */
export function paintStudyLine(frame: Frame, values: Float64Array, look: LineLook): void {
  const { ctx, from, to, formingIndex, xOf } = frame;
  const toY = look.isLevel ? snapped(frame.toY, look.widthPx) : frame.toY;
  const first = Math.max(0, from - 2);
  const last = Math.min(values.length - 1, to);
  const lastClosed = formingIndex >= 0 ? Math.min(last, formingIndex - 1) : last;
  ctx.globalAlpha = look.opacity;
  ctx.strokeStyle = look.color;
  ctx.lineWidth = look.widthPx;
  ctx.lineJoin = 'round';
  ctx.setLineDash([...look.dash]);
  const period = look.dash.reduce((sum, part) => sum + part, 0);
  if (period > 0) ctx.lineDashOffset = (first * frame.barSpacePx) % period;
  ctx.beginPath();
  trace(frame, values, first, lastClosed, toY);
  ctx.stroke();
  if (lastClosed < last && formingIndex > 0) {
    ctx.globalAlpha = look.opacity * FORMING_OPACITY;
    ctx.setLineDash(FORMING_DASH);
    ctx.beginPath();
    trace(frame, values, formingIndex - 1, formingIndex, toY);
    ctx.stroke();
    const tip = at(values, formingIndex);
    if (!Number.isNaN(tip)) {
      ctx.beginPath();
      ctx.arc(xOf(formingIndex) + 0.5, toY(tip), look.widthPx, 0, 2 * Math.PI);
      ctx.fillStyle = look.color;
      ctx.fill();
    }
  }
  ctx.globalAlpha = 1;
  ctx.setLineDash([]);
  ctx.lineDashOffset = 0;
}
