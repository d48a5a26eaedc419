import type { ChartOverlay, OverlayPane } from './chart-overlay.ts';
import type { ChartTheme } from './chart-theme.ts';
import { createLinePointer } from './engine/line-pointer.ts';
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

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** What covers a picture, px of the pane instead of the window. */
function inPane({ canvas }: CanvasRenderingContext2D, boxes: readonly Box[]): Box[] {
  const pane = canvas.getBoundingClientRect();
  return boxes.map(({ left, right, top, bottom }) => ({
    left: left - pane.left,
    right: right - pane.left,
    top: top - pane.top,
    bottom: bottom - pane.top,
  }));
}

/** The right edge of what covers the left end of a label's row; 0 if nothing does. */
function coveredToPx(boxes: readonly Box[], y: number, heightPx: number): number {
  const top = y - heightPx / 2 - MARGIN_PX / 2;
  const inRow = boxes.filter((box) => box.top < top + heightPx + MARGIN_PX && box.bottom > top);
  return Math.max(0, ...inRow.map(({ right }) => right));
}

/** A label at the left end of its line, beside what covers that. Returns its place. */
function paintLabel(
  { ctx, theme, text, widthPx: paneWidthPx }: OverlayPane,
  line: PositionLine,
  y: number,
  covers: readonly Box[],
): Box {
  const { color, textColor } = colourOf(line, theme);
  const heightPx = LABEL_PX * text.textScale;
  ctx.font = canvasFont(text, 500);
  const widthPx = ctx.measureText(line.text).width + 2 * PADDING_PX;
  const besidePx = coveredToPx(covers, y, heightPx) + MARGIN_PX;
  // Texts of the page rarely reach the right edge.
  const x = Math.min(besidePx, paneWidthPx - widthPx - MARGIN_PX);
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
  return { left: x, right: x + widthPx, top: y - heightPx / 2, bottom: y + heightPx / 2 };
}

/** Labels with an arrow at the edge beyond which their lines are, beside others; at the top they are below the legend. */
function paintBeyond(
  pane: OverlayPane,
  lines: readonly PositionLine[],
  covers: readonly Box[],
  labels: readonly Box[],
): void {
  const { heightPx, toY, text } = pane;
  const fromEdgePx = (LABEL_PX / 2) * text.textScale + MARGIN_PX;
  const inUpperHalf = covers.filter(({ bottom }) => bottom < heightPx / 2);
  const legendPx = Math.max(0, ...inUpperHalf.map(({ bottom }) => bottom));
  const taken = [...covers, ...labels];
  for (const line of lines) {
    const lineY = toY(line.price);
    const isAbove = lineY < 0;
    if (!isAbove && !(lineY > heightPx)) continue;
    const y = isAbove ? legendPx + fromEdgePx : heightPx - fromEdgePx;
    const label = { ...line, text: `${isAbove ? '↑' : '↓'} ${line.text}` };
    taken.push(paintLabel(pane, label, y, taken));
  }
}

/** Stop or target. */
export type LevelRole = Exclude<PositionLine['role'], 'entry'>;

type Options = {
  /** Shows the overlay anew. */
  redraw: (overlay: ChartOverlay) => void;
  /** Decimals of a dragged price. */
  precision: () => number;
  /** A stop or a target was dragged to a price. Its line stays there until the lines are set anew. */
  onMoved: (role: LevelRole, price: number) => void;
  /** The parts of the page that cover a picture at present, px of the window. */
  coversOf: (canvas: HTMLCanvasElement) => readonly Box[];
};

export type PositionOverlay = ChartOverlay & { setLines: (lines: readonly PositionLine[]) => void };

/**
 * The lines of an open position with labels, and tags of their prices on the axis. Mouse and finger drag stop and target;
 * the line of the entry is fixed. A line beyond the scale has its label at the edge.
 */
export function createPositionOverlay({
  redraw,
  precision,
  onMoved,
  coversOf,
}: Options): PositionOverlay {
  let entries: readonly PositionLine[] = [];
  let levels: readonly (PositionLine & { id: LevelRole })[] = [];
  let frame: OverlayPane | null = null;
  const { shown, activeId, settle, pointer } = createLinePointer({
    lines: () => levels,
    frame: () => frame,
    precision,
    redraw: () => redraw(overlay),
    onMoved,
    isForFingers: true,
  });
  const painted = () => [...entries, ...shown()];
  const overlay: PositionOverlay = {
    pointer,
    setLines(lines) {
      entries = lines.filter(({ role }) => role === 'entry');
      levels = lines.flatMap((line) => (line.role === 'entry' ? [] : [{ ...line, id: line.role }]));
      settle();
    },
    paint(pane) {
      frame = pane;
      const { ctx, widthPx, heightPx, toY, theme } = pane;
      const covers = inPane(ctx, coversOf(ctx.canvas));
      const labels: Box[] = [];
      ctx.save();
      // The entry is painted last: nothing covers its label.
      for (const line of painted().toReversed()) {
        const y = Math.round(toY(line.price)) + 0.5;
        if (!(y >= 0 && y <= heightPx)) continue;
        ctx.lineWidth = line.role === activeId() ? 2 : 1;
        ctx.beginPath();
        ctx.setLineDash([...(line.role === 'entry' ? DASHES.solid : DASHES.dashed)]);
        ctx.moveTo(0, y);
        ctx.lineTo(widthPx, y);
        ctx.strokeStyle = colourOf(line, theme).color;
        ctx.stroke();
        ctx.setLineDash([]);
        ctx.lineWidth = 1;
        labels.push(paintLabel(pane, line, y, covers));
      }
      paintBeyond(pane, painted(), covers, labels);
      ctx.restore();
    },
    tags: (theme) => painted().map((line) => ({ price: line.price, ...colourOf(line, theme) })),
  };
  return overlay;
}
