import type { Frame } from './frame.ts';

/** A painted signal: its tip stands at a price and points up for buy, down for sell. */
export type PaintedMark = {
  index: number;
  time: number;
  price: number;
  side: 'buy' | 'sell';
  strong: boolean;
  /** Number of other marks of its side that it stands for: those of its bar, and near ones without room. */
  more: number;
};

export type MarkColors = {
  buy: string;
  sell: string;
  buyText: string;
  sellText: string;
  background: string;
};

const HALF_WIDTH_PX = 8;
const TIP_PX = 6;
const BODY_PX = 14;
const OUTLINE_PX = 1.5;
const DISTANCE_PX = 3;

/** Room of the number of other marks beyond the body. */
export const MARK_COUNT_PX = 12;

/** Room a mark takes beyond its price. */
export const MARK_HEIGHT_PX = TIP_PX + BODY_PX + DISTANCE_PX + 2;
export const MARK_HALF_WIDTH_PX = HALF_WIDTH_PX + OUTLINE_PX;

/** A pentagon whose tip points at the bar. */
function outline(x: number, tipY: number, down: 1 | -1): Path2D {
  const path = new Path2D();
  const shoulderY = tipY + down * TIP_PX;
  const baseY = shoulderY + down * BODY_PX;
  path.moveTo(x, tipY);
  path.lineTo(x + HALF_WIDTH_PX, shoulderY);
  path.lineTo(x + HALF_WIDTH_PX, baseY);
  path.lineTo(x - HALF_WIDTH_PX, baseY);
  path.lineTo(x - HALF_WIDTH_PX, shoulderY);
  path.closePath();
  return path;
}

function paintMark(frame: Frame, mark: PaintedMark, colors: MarkColors): void {
  const { ctx } = frame;
  const down = mark.side === 'buy' ? 1 : -1;
  const color = colors[mark.side];
  const x = frame.xOf(mark.index) + 0.5;
  const tipY = Math.round(frame.toY(mark.price)) + down * DISTANCE_PX;
  const shape = outline(x, tipY, down);
  ctx.fillStyle = mark.strong ? color : colors.background;
  ctx.fill(shape);
  ctx.lineWidth = OUTLINE_PX;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = color;
  ctx.stroke(shape);
  const middle = tipY + down * (TIP_PX + BODY_PX / 2);
  const letter = mark.side === 'buy' ? 'B' : 'S';
  ctx.textAlign = 'center';
  ctx.fillStyle = mark.strong ? colors[`${mark.side}Text`] : color;
  ctx.fillText(letter, x, middle + 0.5);
  if (mark.more > 0) {
    const beyond = tipY + down * (TIP_PX + BODY_PX + MARK_COUNT_PX / 2 + 1);
    ctx.fillStyle = color;
    ctx.fillText(`+${mark.more}`, x, beyond);
  }
}

/** Signals: strong ones filled, the others outlined. */
export function paintMarks(
  frame: Frame,
  marks: readonly PaintedMark[],
  colors: MarkColors,
  font: string,
): void {
  frame.ctx.font = font;
  frame.ctx.textBaseline = 'middle';
  for (const mark of marks) paintMark(frame, mark, colors);
}
