import type { Resolution } from '@moneytrail/calendar';
import type { ComparedInstrument } from '../chart-comparison.ts';
import type { CandleType, ChartGuides, ChartStudy, ChartZone, PriceScale } from '../chart-look.ts';
import type { Drawing } from '../drawings/drawing.ts';
import type { ChartLinks, GridShares } from './chart-grid.ts';

/** Rises with every change that older code cannot read; `readLayout` migrates older layouts. */
export const LAYOUT_VERSION = 3;

/**
 * Shares of the chart's height by pane; panes without one have their usual share. 0: the pane was a line when the heights were
 * chosen.
 */
export type PaneShares = Readonly<Record<string, number>>;

/** Heights, order and folds of the study panes, as far as a person chose them. */
export type PaneArrangement = {
  panes: PaneShares;
  /** Panes from top to bottom; those left out stand below in their usual order. */
  paneOrder: readonly string[];
  /** True: folded to a line. False: held open while other panes fold for want of room. */
  paneFolds: Readonly<Record<string, boolean>>;
};

export const NO_ARRANGEMENT: PaneArrangement = { panes: {}, paneOrder: [], paneFolds: {} };

/** The chart without its data, as a value that can be stored, compared and restored. */
export type ChartLayout = PaneArrangement & {
  version: typeof LAYOUT_VERSION;
  /** Ticker of the instrument. */
  symbol: string;
  resolution: Resolution;
  candleType: CandleType;
  priceScale: PriceScale;
  scalesPriceOnly: boolean;
  hasVolume: boolean;
  guides: ChartGuides;
  zone: ChartZone;
  /** In the order of legends. */
  studies: readonly ChartStudy[];
  /** In the order of the legend. */
  compared: readonly ComparedInstrument[];
  /** Drawings of all instruments, back to front. */
  drawings: readonly Drawing[];
  /** Further charts of the page; absent where there is one chart. */
  grid?: ChartGrid;
};

/** One chart of several. */
export type SingleLayout = Omit<ChartLayout, 'grid'>;

/** The charts beside the one that the rest of the layout describes. */
export type ChartGrid = GridShares & {
  /** The instrument of a layout is not compared; with several charts it is a part of what is saved. */
  first: { id: string; symbol: string; resolution: Resolution };
  /** In the order of their places; at least one. */
  cells: readonly { id: string; layout: SingleLayout }[];
  links: ChartLinks;
};

/** The stored form of a layout; `readLayout` returns the same layout. */
export function writeLayout(layout: ChartLayout): string {
  return JSON.stringify(layout);
}
