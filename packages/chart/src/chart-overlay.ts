import type { ToY } from './axis/value-scale.ts';
import type { LegendBox } from './chart-look.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { TextLook } from './paint/text-size.ts';
import type { LevelTag } from './scene/tags.ts';

/** The main pane of a picture, for a layer over its bars. Lengths are in px. */
export type OverlayPane = {
  ctx: CanvasRenderingContext2D;
  widthPx: number;
  heightPx: number;
  toY: ToY;
  theme: ChartTheme;
  text: TextLook;
  /** The area that the page's legend covers; null without one. */
  legend: LegendBox | null;
};

/** A layer of the page's own over the bars. It is no part of the layout. */
export type ChartOverlay = {
  paint: (pane: OverlayPane) => void;
  /** Tags of its prices on the axis. */
  tags: (theme: ChartTheme) => readonly LevelTag[];
};
