import type { AlertLine, PastFiring } from '../chart-alerts.ts';
import type { ChartTheme } from '../chart-theme.ts';
import type { DrawingFrame } from '../drawings/drawing-frame.ts';
import { DASHES } from '../paint/lines.ts';

/** A bell within 24 × 24. */
const BELL =
  'M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6';
const CLAPPER = 'M9 17v1a3 3 0 0 0 6 0v-1';
const BELL_PX = 24;
const SMALL = 14 / BELL_PX;
/** Keeps the bell clear of the names of levels at the right edge. */
const BELL_FROM_EDGE_PX = 64;
const DISC_PX = 10;
const PAST_PX = 5;

function paintBell(
  ctx: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  { axisText, background }: ChartTheme,
): void {
  ctx.fillStyle = background;
  ctx.beginPath();
  ctx.arc(x, y, DISC_PX, 0, 2 * Math.PI);
  ctx.fill();
  ctx.save();
  ctx.translate(x - (BELL_PX / 2) * SMALL, y - (BELL_PX / 2) * SMALL);
  ctx.scale(SMALL, SMALL);
  ctx.fillStyle = axisText;
  ctx.strokeStyle = axisText;
  ctx.lineWidth = 2;
  const bell = new Path2D(BELL);
  ctx.fill(bell);
  ctx.stroke(new Path2D(CLAPPER));
  ctx.restore();
}

/** Lines with a bell, dashed or, where they are fixed, dotted; the one under the pointer is wider. */
export function paintAlertLines(
  ctx: CanvasRenderingContext2D,
  { widthPx, heightPx, toY, textScale }: DrawingFrame,
  {
    lines,
    activeId,
    theme,
  }: { lines: readonly AlertLine[]; activeId: number | null; theme: ChartTheme },
): void {
  for (const { id, price, isFixed } of lines) {
    const y = Math.round(toY(price)) + 0.5;
    if (!(y >= 0 && y <= heightPx)) continue;
    ctx.beginPath();
    ctx.setLineDash([...(isFixed ? DASHES.dotted : DASHES.dashed)]);
    ctx.moveTo(0, y);
    ctx.lineTo(widthPx, y);
    ctx.lineWidth = id === activeId ? 2 : 1;
    ctx.strokeStyle = theme.axisText;
    ctx.stroke();
    ctx.setLineDash([]);
    paintBell(ctx, { x: widthPx - BELL_FROM_EDGE_PX * textScale, y }, theme);
  }
}

/** Diamonds at the prices at which an alert would have fired. */
export function paintPastFirings(
  ctx: CanvasRenderingContext2D,
  { widthPx, times, xOf, toY }: DrawingFrame,
  firings: readonly PastFiring[],
  theme: ChartTheme,
): void {
  const shape = new Path2D();
  for (const { timeMs, price } of firings) {
    const [x, y] = [xOf(times.indexOf(timeMs)), toY(price)];
    if (!(x >= -PAST_PX && x <= widthPx + PAST_PX)) continue;
    shape.moveTo(x, y - PAST_PX);
    shape.lineTo(x + PAST_PX, y);
    shape.lineTo(x, y + PAST_PX);
    shape.lineTo(x - PAST_PX, y);
    shape.closePath();
  }
  ctx.fillStyle = theme.axisText;
  ctx.fill(shape);
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = theme.background;
  ctx.stroke(shape);
}
