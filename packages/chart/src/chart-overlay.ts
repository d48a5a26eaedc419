import type { ToY } from './axis/value-scale.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { LinePointer } from './engine/line-pointer.ts';
import type { TextLook } from './paint/text-size.ts';
import type { LevelTag } from './scene/tags.ts';

/** The main pane of a picture, for a layer over its bars. Lengths are in px. */
export type OverlayPane = {
  ctx: CanvasRenderingContext2D;
  widthPx: number;
  heightPx: number;
  toY: ToY;
  priceAt: (y: number) => number;
  theme: ChartTheme;
  text: TextLook;
};

/** A layer of the page's own over the bars. It is no part of the layout. */
export type ChartOverlay = {
  paint: (pane: OverlayPane) => void;
  /** Tags of its prices on the axis. */
  tags: (theme: ChartTheme) => readonly LevelTag[];
  /** Lines that mouse and finger drag. */
  pointer?: LinePointer;
};
