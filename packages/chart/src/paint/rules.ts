import type { Frame } from './frame.ts';

/** A dotted line across the pane at a height. */
export function paintLevel(frame: Frame, y: number, color: string): void {
  const { ctx, widthPx } = frame;
  const middle = Math.round(y) + 0.5;
  ctx.beginPath();
  ctx.setLineDash([1, 3]);
  ctx.moveTo(0, middle);
  ctx.lineTo(widthPx, middle);
  ctx.lineWidth = 1;
  ctx.strokeStyle = color;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Dotted lines between the bars at which a session begins and those before. */
export function paintSessionBreaks(frame: Frame, indexes: readonly number[], color: string): void {
  const { ctx, heightPx, xOf, barSpacePx } = frame;
  ctx.beginPath();
  ctx.setLineDash([1, 3]);
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
