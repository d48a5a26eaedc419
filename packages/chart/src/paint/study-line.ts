import type { ToY } from '../axis/value-scale.ts';
import type { Frame } from './frame.ts';
import { at } from './prices.ts';

export type LineLook = {
  color: string;
  widthPx: number;
  /** Above 0 … 1. */
  opacity: number;
  dash: readonly number[];
  /** Puts heights on whole pixels, for lines that are mostly level; curves would wobble. */
  isLevel: boolean;
};

const FORMING_DASH = [2, 3];
const FORMING_OPACITY = 0.6;

/** Heights at which an edge of the line falls on an edge between pixels. */
function snapped(toY: ToY, widthPx: number): ToY {
  const shift = (widthPx / 2) % 1;
  return (value) => Math.round(toY(value)) + shift;
}

function dashLength(dash: readonly number[]): number {
  return dash.reduce((sum, part) => sum + part, 0);
}

/** Adds the defined values from one bar to another to the path; an undefined one leaves a gap. */
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
 * A study's line over the visible bars. The piece to the forming bar is dotted and paler, as it can still change.
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
  const period = dashLength(look.dash);
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
