import { at, type Frame } from './frame.ts';

/** Share of a bar's space that a column takes. */
const COLUMN_SHARE = 0.6;
const GROWING_OPACITY = 0.8;
/** Columns that shrink towards zero are paler. */
const SHRINKING_OPACITY = 0.45;
const DOT_RADIUS_PX = 1.75;

/** Columns from zero, in one colour above it and in another below. */
export function paintColumns(
  frame: Frame,
  values: Float64Array,
  colors: { up: string; down: string },
): void {
  const { ctx, from, to, xOf, toY, barSpacePx } = frame;
  const zeroPx = Math.round(toY(0));
  const width = Math.max(1, Math.round(barSpacePx * COLUMN_SHARE) | 1);
  const last = Math.min(values.length - 1, to);
  for (const isUp of [true, false]) {
    const growing = new Path2D();
    const shrinking = new Path2D();
    for (let index = Math.max(0, from - 1); index <= last; index++) {
      const value = at(values, index);
      if (Number.isNaN(value) || value >= 0 !== isUp) continue;
      const isShrinking = Math.abs(value) < Math.abs(at(values, index - 1));
      const y = Math.round(toY(value));
      const height = Math.max(1, Math.abs(y - zeroPx));
      const path = isShrinking ? shrinking : growing;
      path.rect(xOf(index) - (width - 1) / 2, Math.min(y, zeroPx), width, height);
    }
    ctx.fillStyle = isUp ? colors.up : colors.down;
    ctx.globalAlpha = GROWING_OPACITY;
    ctx.fill(growing);
    ctx.globalAlpha = SHRINKING_OPACITY;
    ctx.fill(shrinking);
  }
  ctx.globalAlpha = 1;
}

/** A dot at each value. */
export function paintDots(frame: Frame, values: Float64Array, look: { color: string }): void {
  const { ctx, from, to, xOf, toY } = frame;
  const last = Math.min(values.length - 1, to);
  const dots = new Path2D();
  for (let index = Math.max(0, from - 1); index <= last; index++) {
    const value = at(values, index);
    if (Number.isNaN(value)) continue;
    const [x, y] = [xOf(index) + 0.5, toY(value)];
    dots.moveTo(x + DOT_RADIUS_PX, y);
    dots.arc(x, y, DOT_RADIUS_PX, 0, 2 * Math.PI);
  }
  ctx.fillStyle = look.color;
  ctx.fill(dots);
}
