import type { Resolution } from '@moneytrail/calendar';
import type { ChartComparison } from './chart-comparison.ts';
import type { ChartDrawings } from './chart-drawings.ts';
import type { ChartEvents, PaneId, PublishedMark } from './chart-events.ts';
import type { CandleType, ChartGuides, ChartStudy, ChartZone, PriceScale } from './chart-look.ts';
import type { BarSource, ChartBar, ChartPoint, ChartSymbol } from './chart-source.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { ChartLayout } from './layout/chart-layout.ts';
import type { UndoHistory } from './undo-history.ts';

/** The chart, whatever library draws it. All methods may be called at any time between creation and `dispose`. */
export type ChartEngine = {
  /** Shows a symbol in a resolution; answers still under way for another one are dropped. */
  open: (request: { symbol: ChartSymbol; resolution: Resolution; source: BarSource }) => void;
  /** Reads the open chart again from its source; what was drawn stays until the first answer. */
  reload: () => void;
  /** Tries again what failed to load, and only that. */
  retry: () => void;
  setTheme: (theme: ChartTheme) => void;
  setCandleType: (type: CandleType) => void;
  /** Log waits, and `false` is returned, while a visible low is not above zero: prices are drawn in the normal scale. */
  setPriceScale: (scale: PriceScale) => boolean;
  /** Volume under the bars, wherever the market tells any. */
  setVolume: (isShown: boolean) => void;
  /** All of them are shown at first. */
  setGuides: (guides: ChartGuides) => void;
  /** Levels further from the bars than these reach do not squeeze them: their tags stay at the edge. On at first. */
  setPriceOnly: (isOn: boolean) => void;
  setZone: (zone: ChartZone) => void;
  setStudies: (studies: readonly ChartStudy[]) => void;
  setPublishedMarks: (marks: readonly PublishedMark[] | null) => void;
  /**
   * Limits the study panes to one, for low charts, and leaves one of its studies out by its key; null shows all. Not a part of the layout.
   */
  setOnlyPane: (pane: PaneId | null, leftOut?: string | null) => void;
  /** Room that the page's legend takes at the top of a pane, px: lines and labels keep below it. */
  setHeadRoom: (pane: PaneId, px: number) => void;
  /** Gives one pane the whole height; null gives all theirs back. */
  enlargePane: (pane: PaneId | null) => void;
  /** Shows a span, as far as it is loaded; older pages are asked for as needed. */
  showSpan: (fromMs: number, toMs: number) => void;
  showNewest: () => void;
  showOldest: () => void;
  resetView: () => void;
  zoom: (factor: number) => void;
  /**
   * Moves the crosshair by bars, from the last bar at first, to the close of that bar; false at an end. With `dyPx` it
   * keeps its price and moves that many pixels down instead.
   */
  moveCrosshair: (bars: number, dyPx?: number) => boolean;
  /**
   * Puts the crosshair on the close of the bar of a time, where there is one. A bar out of view is brought into it with
   * `isRevealed`, else there is no crosshair.
   */
  showCrosshairAt: (timeMs: number, options?: { isRevealed?: boolean }) => void;
  hideCrosshair: () => void;
  /** The bar and the price at a place, px from the chart's top left corner; null outside the main pane. */
  pointAt: (x: number, y: number) => ChartPoint | null;
  /** Lets the next two clicks or taps measure the distance between them; dragging with Shift always does. */
  startMeasuring: () => void;
  /** Puts the measuring away; false where there was none. */
  stopMeasuring: () => boolean;
  /** A copy of the chart as drawn, in the pixels of the device. */
  picture: () => HTMLCanvasElement;
  /** A copy of the loaded bars, oldest first; of the newest alone where their number is given. */
  bars: (most?: number) => ChartBar[];
  /** The newest bars that can no longer change, at most so many, oldest first. */
  closedBars: (most: number) => ChartBar[];
  /** All that makes up the chart but its data: a value that can be stored. Null before anything is opened. */
  layout: () => ChartLayout | null;
  /**
   * Makes the chart what a layout says, but for its symbol and resolution, which are opened with their source. Steps of
   * the history go, as what they would restore is no longer there.
   */
  applyLayout: (layout: ChartLayout) => void;
  /** What the user draws. */
  drawings: ChartDrawings;
  comparison: ChartComparison;
  /** Takes changes back and does them again; the page adds those of what it owns. */
  history: Pick<UndoHistory, 'push' | 'undo' | 'redo' | 'state'>;
  on: <Name extends keyof ChartEvents>(
    name: Name,
    listener: (event: ChartEvents[Name]) => void,
  ) => () => void;
  dispose: () => void;
};
