import type { ToY } from '../axis/value-scale.ts';

/** One picture of one pane: the canvas and where bars and values stand on it. Lengths are CSS pixels. */
export type Frame = {
  ctx: CanvasRenderingContext2D;
  widthPx: number;
  heightPx: number;
  /** Visible bars; `to` is exclusive. */
  from: number;
  to: number;
  barSpacePx: number;
  /** Left edge of the pixel column that is a bar's middle. */
  xOf: (index: number) => number;
  toY: ToY;
  /** Index of the bar that can still change; −1 where the last bar is closed. */
  formingIndex: number;
};
