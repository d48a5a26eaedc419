import type { Frame } from './frame.ts';
import { at } from './prices.ts';

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

/** The area between a line and a height, one colour above it and another below. */
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
