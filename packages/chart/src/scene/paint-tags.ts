import { freeLabels, LABEL_HALF_PX, touches } from '../axis/free-labels.ts';
import type { TickedAxis } from '../axis/value-ticks.ts';
import type { ChartState } from '../engine/chart-state.ts';
import { paintTagBox, paintTagText } from '../paint/tags.ts';
import { type PlacedTag, TAG_LINE_PX } from './right-tags.ts';

const PADDING_PX = 5;
const AXIS_MARGIN_PX = 7;
const BESIDE_AXIS_PX = 1;
/** Tells the height of a value whose tag had to move. */
const TICK_PX = 6;
/** Where the library begins the labels of an axis. */
const LABEL_MARGIN_PX = 8;

function fonts({ view }: ChartState): { value: string; small: string } {
  return { value: `500 12px ${view.font}`, small: `400 12px ${view.font}` };
}

/** The axis whose labels the library has painted: their heights, and how others are found and written. */
type LabelledAxis = {
  axis: TickedAxis;
  text: (value: number) => string;
  paintedPx: readonly number[];
  widthPx: number;
};

/** Takes away labels of the axis that a tag would cover in part, and puts others where it would be bare. */
export function relabelBesideTags(
  { view }: ChartState,
  ctx: CanvasRenderingContext2D,
  tags: readonly PlacedTag[],
  { axis, text, paintedPx, widthPx }: LabelledAxis,
): void {
  const taken = tags.map(({ middlePx, heightPx }) => {
    const topPx = middlePx - TAG_LINE_PX / 2;
    return { topPx, bottomPx: topPx + heightPx };
  });
  const covered = paintedPx.filter((middle) => touches(middle, taken));
  const kept = paintedPx.filter((middle) => !covered.includes(middle));
  ctx.fillStyle = view.theme.background;
  for (const middle of covered) {
    ctx.fillRect(2, middle - LABEL_HALF_PX, widthPx - 2, 2 * LABEL_HALF_PX);
  }
  const line = { x: LABEL_MARGIN_PX, color: view.theme.axisText, font: `400 12px ${view.font}` };
  // Without a scale there is nothing to label.
  const added = paintedPx.length > 0 ? freeLabels(axis, kept, taken) : [];
  for (const { value, y } of added) {
    paintTagText(ctx, { ...line, text: text(value), y: Math.round(y) });
  }
}

/** The value halves of the tags, on the value axis. */
export function paintTagValues(
  state: ChartState,
  ctx: CanvasRenderingContext2D,
  tags: readonly PlacedTag[],
  widthPx: number,
): void {
  const { value, small } = fonts(state);
  for (const { text, below, color, textColor, middlePx, heightPx } of tags) {
    const y = middlePx - TAG_LINE_PX / 2;
    paintTagBox(ctx, { x: 0, y, widthPx: widthPx - 1, heightPx, color, roundSide: 'right' });
    const line = { x: AXIS_MARGIN_PX, color: textColor };
    paintTagText(ctx, { ...line, text, y: middlePx, font: value });
    if (below) paintTagText(ctx, { ...line, text: below, y: middlePx + 15, font: small });
  }
}

/** The name halves of the tags, inside the pane, each with a short tick at the height of its value. */
export function paintTagNames(
  state: ChartState,
  ctx: CanvasRenderingContext2D,
  tags: readonly PlacedTag[],
  paneWidthPx: number,
): void {
  const { value } = fonts(state);
  ctx.font = value;
  for (const { name, color, textColor, middlePx, y } of tags) {
    if (!name) continue;
    const width = Math.ceil(ctx.measureText(name).width) + 2 * PADDING_PX;
    const x = paneWidthPx - width + BESIDE_AXIS_PX;
    ctx.fillStyle = color;
    ctx.fillRect(x - TICK_PX, Math.round(y) - 1, TICK_PX, 2);
    const box = { x, y: middlePx - TAG_LINE_PX / 2, widthPx: width, heightPx: TAG_LINE_PX };
    paintTagBox(ctx, { ...box, color, roundSide: 'left' });
    paintTagText(ctx, {
      text: name,
      x: x + PADDING_PX,
      y: middlePx,
      color: textColor,
      font: value,
    });
  }
}
