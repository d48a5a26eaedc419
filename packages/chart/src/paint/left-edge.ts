import type { Frame } from './frame.ts';

const STRIPE_GAP_PX = 8;
const BUSY_BAR_PX = 2;

/** The span before the oldest bar, hatched: there are bars, but they could not be loaded. */
export function paintNotLoaded(
  frame: Frame,
  look: { line: string; text: string; background: string; font: string; hasLabel: boolean },
): void {
  const { ctx, heightPx, widthPx } = frame;
  const right = Math.min(widthPx, frame.xOf(0) - frame.barSpacePx / 2);
  if (frame.from > 0 || right < 1) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, right, heightPx);
  ctx.clip();
  ctx.beginPath();
  for (let x = -heightPx; x < right; x += STRIPE_GAP_PX) {
    ctx.moveTo(x, heightPx);
    ctx.lineTo(x + heightPx, 0);
  }
  ctx.lineWidth = 1;
  ctx.strokeStyle = look.line;
  ctx.stroke();
  const text = 'Not loaded';
  ctx.font = look.font;
  const width = ctx.measureText(text).width + 12;
  if (look.hasLabel && right > width + 8) {
    const middle = right / 2;
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
