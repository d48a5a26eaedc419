import type { Frame } from './frame.ts';

const STRIPE_GAP_PX = 8;
const BUSY_BAR_PX = 2;

/** A span whose bars could not be loaded, hatched from top to bottom. */
export function paintNotLoaded(
  frame: Frame,
  span: { left: number; right: number },
  look: { line: string; text: string; background: string; font: string; hasLabel: boolean },
): void {
  const { ctx, heightPx } = frame;
  const left = Math.max(0, span.left);
  const right = Math.min(frame.widthPx, span.right);
  if (right - left < 1) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, 0, right - left, heightPx);
  ctx.clip();
  ctx.beginPath();
  const first = Math.floor((left - heightPx) / STRIPE_GAP_PX) * STRIPE_GAP_PX;
  for (let x = first; x < right; x += STRIPE_GAP_PX) {
    ctx.moveTo(x, heightPx);
    ctx.lineTo(x + heightPx, 0);
  }
  ctx.lineWidth = 1;
  ctx.strokeStyle = look.line;
  ctx.stroke();
  const text = 'Not loaded';
  ctx.font = look.font;
  const width = ctx.measureText(text).width + 12;
  if (look.hasLabel && right - left > width + 8) {
    const middle = (left + right) / 2;
    const y = Math.round(heightPx / 2);
    ctx.fillStyle = look.background;
    ctx.fillRect(middle - width / 2, y - 11, width, 22);
    ctx.fillStyle = look.text;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(text, middle, y);
  }
  ctx.restore();
}

/** A bar at the left edge while older bars are under way. */
export function paintLoadingOlder(frame: Frame, color: string): void {
  frame.ctx.fillStyle = color;
  frame.ctx.fillRect(0, 0, BUSY_BAR_PX, frame.heightPx);
}
