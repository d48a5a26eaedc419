/** A filled label: its box's top left corner and size. */
export type TagBox = {
  x: number;
  y: number;
  widthPx: number;
  heightPx: number;
  color: string;
  /** Which corners are round: those away from the value axis, or those at its far side. */
  roundSide: 'left' | 'right';
};

const RADIUS_PX = 3;

/** A filled box whose one side is rounded, so that a name and a value side by side make one tag. */
export function paintTagBox(ctx: CanvasRenderingContext2D, box: TagBox): void {
  const { x, y, widthPx, heightPx, color, roundSide } = box;
  const radii = roundSide === 'left' ? [RADIUS_PX, 0, 0, RADIUS_PX] : [0, RADIUS_PX, RADIUS_PX, 0];
  ctx.beginPath();
  ctx.roundRect(x, y, widthPx, heightPx, radii);
  ctx.fillStyle = color;
  ctx.fill();
}

/** One line of text in a tag. */
export function paintTagText(
  ctx: CanvasRenderingContext2D,
  line: { text: string; x: number; y: number; color: string; font: string },
): void {
  ctx.font = line.font;
  ctx.fillStyle = line.color;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(line.text, line.x, line.y + 0.5);
}
