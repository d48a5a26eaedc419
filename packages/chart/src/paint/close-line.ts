import type { Frame } from './frame.ts';
import { at } from './prices.ts';

const LINE_PX = 1.75;

/** The closes as one line, and for an area a fill that fades towards the bottom. */
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
  ctx.lineWidth = LINE_PX;
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
