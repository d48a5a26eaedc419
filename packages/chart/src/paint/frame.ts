import type { ToY } from '../axis/value-scale.ts';

/** One picture of one pane: its canvas and the places of bars and values on it. Lengths are CSS pixels. */
export type Frame = {
  ctx: CanvasRenderingContext2D;
  widthPx: number;
  heightPx: number;
  /** Visible bars; `to` is exclusive. */
  from: number;
  to: number;
  barSpacePx: number;
  /** Left edge of the pixel column in the middle of a bar. */
  xOf: (index: number) => number;
  toY: ToY;
  /** Index of the bar that can still change; −1 where the last bar is closed. */
  formingIndex: number;
};

/** Market or Heikin-Ashi prices as columns. */
export type PriceColumns = {
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
};

/** The value at an index; NaN outside the column. */
export function at(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN;
}
