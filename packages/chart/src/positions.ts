import type { ChartOverlay, OverlayPane } from './chart-overlay.ts';
import type { ChartTheme } from './chart-theme.ts';
import { DASHES } from './paint/lines.ts';
import { canvasFont } from './paint/text-size.ts';

/** A line of an open position. Stop and target are dashed; the colour of the entry is that of its side. */
export type PositionLine = {
  role: 'entry' | 'stop' | 'target';
  side: 'long' | 'short';
  price: number;
  /** `Long 40`. */
  text: string;
};

const PADDING_PX = 6;
const RADIUS_PX = 3;
const MARGIN_PX = 8;
/** Height of a label at the usual text size. */
const LABEL_PX = 20;

function colourOf({ role, side }: PositionLine, theme: ChartTheme) {
  const isUp = role === 'entry' ? side === 'long' : role === 'target';
  return isUp
    ? { color: theme.candleUp, textColor: theme.candleUpText }
    : { color: theme.candleDown, textColor: theme.candleDownText };
}

/** A label at the left end of its line, beside the legend where that covers it. */
function paintLabel(
  { ctx, theme, text, legend }: OverlayPane,
  line: PositionLine,
  y: number,
): void {
  const { color, textColor } = colourOf(line, theme);
  const heightPx = LABEL_PX * text.textScale;
  const isCovered = legend !== null && y - heightPx / 2 < legend.bottomPx;
  const x = (isCovered ? legend.rightPx : 0) + MARGIN_PX;
  ctx.font = canvasFont(text, 500);
  const widthPx = ctx.measureText(line.text).width + 2 * PADDING_PX;
  ctx.beginPath();
  ctx.roundRect(x, y - heightPx / 2, widthPx, heightPx, RADIUS_PX);
  ctx.fillStyle = line.role === 'entry' ? color : theme.background;
  ctx.fill();
  ctx.strokeStyle = color;
  ctx.stroke();
  ctx.fillStyle = line.role === 'entry' ? textColor : theme.axisText;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(line.text, x + PADDING_PX, y + 0.5);
}

/** The lines of open positions with labels, and tags of their prices on the axis. */
export function positionOverlay(lines: readonly PositionLine[]): ChartOverlay {
  return {
    paint(pane) {
      const { ctx, widthPx, heightPx, toY, theme } = pane;
      ctx.save();
      ctx.lineWidth = 1;
      // The entry is painted last: nothing covers its label.
      for (const line of lines.toReversed()) {
        const y = Math.round(toY(line.price)) + 0.5;
        if (!(y >= 0 && y <= heightPx)) continue;
        ctx.beginPath();
        ctx.setLineDash([...(line.role === 'entry' ? DASHES.solid : DASHES.dashed)]);
        ctx.moveTo(0, y);
        ctx.lineTo(widthPx, y);
        ctx.strokeStyle = colourOf(line, theme).color;
        ctx.stroke();
        ctx.setLineDash([]);
        paintLabel(pane, line, y);
      }
      ctx.restore();
    },
    tags: (theme) => lines.map((line) => ({ price: line.price, ...colourOf(line, theme) })),
  };
}
