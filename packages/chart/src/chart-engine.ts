import type { Resolution } from '@moneytrail/calendar';
import type { ChartAlerts } from './chart-alerts.ts';
import type { ChartComparison } from './chart-comparison.ts';
import type { ChartDrawings } from './chart-drawings.ts';
import type {
  ChartEvents,
  PaneId,
  PlaceTimes,
  PointedMarks,
  PointedTag,
  PublishedMark,
  StudyLine,
} from './chart-events.ts';
import type {
  CandleType,
  ChartGuides,
  ChartStudy,
  ChartZone,
  LegendBox,
  PriceScale,
} from './chart-look.ts';
import type { ChartOverlay } from './chart-overlay.ts';
import type { BarSource, ChartBar, ChartPoint, ChartSymbol } from './chart-source.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { ChartLayout } from './layout/chart-layout.ts';
import type { UndoHistory } from './undo-history.ts';

/** The chart, independent of the drawing library. All methods may be called at any time between creation and `dispose`. */
export type ChartEngine = {
  /** Shows a symbol in a resolution; pending answers for another chart are dropped. */
  open: (request: { symbol: ChartSymbol; resolution: Resolution; source: BarSource }) => void;
  /** Loads the open chart again; its bars stay drawn until the first answer. */
  reload: () => void;
  /** Requests again only what failed to load. The chart never does so by itself. */
  retry: () => void;
  setTheme: (theme: ChartTheme) => void;
  /** Sizes all texts in proportion to the usual size. Not part of the layout. */
  setTextScale: (scale: number) => void;
  setCandleType: (type: CandleType) => void;
  /** Returns false while a logarithmic scale has to wait: prices not above zero are drawn in the normal scale. */
  setPriceScale: (scale: PriceScale) => boolean;
  /** Volume under the bars, where the market has any. */
  setVolume: (isShown: boolean) => void;
  /** All are shown by default. */
  setGuides: (guides: ChartGuides) => void;
  /**
   * Levels do not widen the price axis. Off by default: those that widen the range of the bars by at most a quarter then
   * do. Levels out of view have tags at the edge.
   */
  setPriceOnly: (isOn: boolean) => void;
  setZone: (zone: ChartZone) => void;
  setStudies: (studies: readonly ChartStudy[]) => void;
  setPublishedMarks: (marks: readonly PublishedMark[] | null) => void;
  /** For low charts: limits the study panes to one, without the study of a key; null shows all. Not part of the layout. */
  setOnlyPane: (pane: PaneId | null, leftOut?: string | null) => void;
  /** The page's legend over the main pane, which `legendCover` watches; null without one. */
  setLegendBox: (box: LegendBox | null) => void;
  /** Gives one pane the whole height; null restores all panes. */
  enlargePane: (pane: PaneId | null) => void;
  /** Folds a pane to the line of its legend, or opens it; other panes fold where it has no room. */
  foldPane: (pane: PaneId, isFolded: boolean) => void;
  /** Moves a study pane up (below zero) or down by so many of the shown ones; nothing happens beyond an end. */
  movePane: (pane: PaneId, by: number) => void;
  /** Gives all open study panes the same height; the prices keep theirs. */
  equalizePanes: () => void;
  /**
   * Shows the loaded part of a span and requests older pages as needed. A span of fewer than `leastBars` begins earlier.
   */
  showSpan: (fromMs: number, toMs: number, leastBars?: number) => void;
  showNewest: () => void;
  /** Shows the first bars of history. */
  showOldest: () => void;
  /**
   * Shows the bars around a time, with the bar of that time in the middle; with `untilMs` the bars from the one to the other
   * across the whole width, as far as they are loaded around the first. Calls back once they are shown.
   */
  showTime: (timeMs: number, untilMs: number | null, onShown?: () => void) => void;
  resetView: () => void;
  zoom: (factor: number) => void;
  /**
   * Moves the crosshair by bars to the close of a bar, starting at the last one; false at an end. With `dyPx` it moves by
   * bars and that many pixels down instead.
   */
  moveCrosshair: (bars: number, dyPx?: number) => boolean;
  /**
   * Puts the crosshair on the close of the bar of a time, if there is one. For a bar out of view, `isRevealed` scrolls to it;
   * otherwise the crosshair is hidden. `isWithin` accepts any time within a bar.
   */
  showCrosshairAt: (timeMs: number, options?: { isRevealed?: boolean; isWithin?: boolean }) => void;
  hideCrosshair: () => void;
  /** Width of the panes without their axis, px. */
  plotWidthPx: () => number;
  /** The bar and the price under the crosshair; null outside the main pane. */
  crosshair: () => ChartPoint | null;
  /** The bar and the price at a place, px from the chart's top left corner; null outside the main pane. */
  pointAt: (x: number, y: number) => ChartPoint | null;
  /** The line of a study that passes a place, px from the chart's top left corner; null where there is none. */
  studyAt: (x: number, y: number) => StudyLine | null;
  /** The tag of a study at a place, px from the chart's top left corner; null where there is none. */
  tagAt: (x: number, y: number) => PointedTag | null;
  /** The marks at a place, px from the chart's top left corner; null where there are none. */
  marksAt: (x: number, y: number) => PointedMarks | null;
  /**
   * Calls back with the places of times among the bars, with every picture: px from the left, null out of view or without a bar, and the
   * bottom of the main pane, px from the top. Returns how to stop.
   */
  followTimes: (timesMs: readonly number[], place: PlaceTimes) => () => void;
  /** The next two clicks or taps measure the distance between them; dragging with Shift always measures. */
  startMeasuring: () => void;
  /** Removes the measurement; false where there was none. */
  stopMeasuring: () => boolean;
  /** A copy of the drawn chart in device pixels. */
  picture: () => HTMLCanvasElement;
  /** A copy of the drawn bars, or of the `most` newest ones, drawn or not; oldest first. */
  bars: (most?: number) => ChartBar[];
  /** The `most` newest closed bars, oldest first. */
  closedBars: (most: number) => ChartBar[];
  /** Time of the newest drawn bar that can no longer change: closed, and not closing. Null without one. */
  lastFinalMs: () => number | null;
  /** The chart without its data, as a value that can be stored. Null before anything is opened. */
  layout: () => ChartLayout | null;
  /**
   * Applies a layout except its symbol and resolution, which are opened with their source. Clears the undo history if the
   * look changes; within a step of that history it is a change by the user.
   */
  applyLayout: (layout: ChartLayout) => void;
  drawings: ChartDrawings;
  alerts: ChartAlerts;
  /** Shows a layer of the page's own over the bars, instead of the former one; null removes it. */
  setOverlay: (overlay: ChartOverlay | null) => void;
  comparison: ChartComparison;
  /** Undo and redo; the page adds its own steps. */
  history: Pick<UndoHistory, 'push' | 'replace' | 'undo' | 'redo' | 'restore' | 'state'>;
  on: <Name extends keyof ChartEvents>(
    name: Name,
    listener: (event: ChartEvents[Name]) => void,
  ) => () => void;
  dispose: () => void;
};
