import type { MarketHours, Resolution } from '@moneytrail/calendar';
import type { StudyId, StudyInputs } from '@moneytrail/indicators';
import type { ChartTheme } from './chart-theme.ts';

/** A bar as it crosses the boundary: epoch ms UTC (a date's 00:00 UTC from 1D up), volume null where unknown. */
export type ChartBar = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
};

export type ChartSymbol = {
  ticker: string;
  code: string;
  /** Decimals of a price. */
  precision: number;
  hours: MarketHours;
  /** Spreads: no logarithmic scale. */
  mayBeNegative: boolean;
};

/** A page of bars, ascending and unique. `hasOlder` is false only where history truly begins. */
export type BarsPage = { bars: ChartBar[]; hasOlder: boolean };

/** Where a chart's bars come from. The engine drops what arrives for a symbol or resolution it has left. */
export type BarSource = {
  /** The newest bars: enough for the first screen and for what the studies need. */
  loadNewest: (signal: AbortSignal) => Promise<BarsPage>;
  /** Bars strictly older than a time. A rejection is shown as a span that is not loaded, never as the beginning. */
  loadOlder: (beforeMs: number, signal: AbortSignal) => Promise<BarsPage>;
  /** New states of the last bar and bars after it; returns what ends it. */
  subscribe: (listener: (bar: ChartBar) => void) => () => void;
};

export type CandleType = 'candles' | 'hollow' | 'bars' | 'line' | 'area' | 'heikinAshi';
export type PriceScale = 'normal' | 'log' | 'percent';

/** A study on the chart: one of the catalogue, with the inputs that differ from the defaults. */
export type ChartStudy = {
  id: StudyId;
  inputs: Partial<StudyInputs>;
  isVisible: boolean;
};

/** A published mark; while a list of them is set it replaces the marks computed in the chart. */
export type PublishedMark = {
  id: string;
  time: number;
  price: number;
  side: 'buy' | 'sell';
  strong: boolean;
  text: string;
  notes: readonly string[];
};

export type LoadState =
  | { kind: 'idle' }
  | { kind: 'first'; startedAtMs: number }
  | { kind: 'older' }
  | { kind: 'failed'; part: 'first' | 'older'; message: string };

/** Values at the crosshair, else of the last bar: what a legend shows. */
export type LegendValues = {
  /** Null before the first bar. */
  bar: ChartBar | null;
  previousClose: number | null;
  /** Values of every study by output key; null where undefined. */
  studies: Record<StudyId, Record<string, number | null>>;
  mark: PublishedMark | null;
  isAtCrosshair: boolean;
};

/** Where a pane stands, in CSS pixels from the top of the chart: legends are placed there by the page. */
export type PanePlace = { pane: PaneId; topPx: number; heightPx: number };
export type PaneId = 'main' | 'tightness' | 'longShort' | 'liquiditySpread';

/** How much is loaded, and what the studies would need for every value to be defined. */
export type Coverage = {
  barCount: number;
  /** Time of the oldest bar loaded; null without bars. */
  firstBarMs: number | null;
  neededBars: number;
  reachedBeginning: boolean;
};

export type ChartEvents = {
  legend: LegendValues;
  load: LoadState;
  panes: PanePlace[];
  coverage: Coverage;
  /** The newest bar changed or a new one began: what a status line and a countdown read. */
  lastBar: ChartBar;
  /** The visible span, ms. */
  visible: { fromMs: number; toMs: number };
};

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
  /** Log is ignored, and `false` returned, where a visible low is not above zero. */
  setPriceScale: (scale: PriceScale) => boolean;
  /** IANA zone of axis and crosshair. */
  setZone: (zone: string) => void;
  setStudies: (studies: readonly ChartStudy[]) => void;
  setPublishedMarks: (marks: readonly PublishedMark[] | null) => void;
  /** Limits the study panes to one, for low charts; null shows all. */
  setOnlyPane: (pane: PaneId | null) => void;
  /** Gives one pane the whole height; null gives all theirs back. */
  enlargePane: (pane: PaneId | null) => void;
  /** Shows a span, as far as it is loaded; older pages are asked for as needed. */
  showSpan: (fromMs: number, toMs: number) => void;
  showNewest: () => void;
  showOldest: () => void;
  resetView: () => void;
  zoom: (factor: number) => void;
  /** Moves the crosshair by bars, from the last bar at first; false at an end. */
  moveCrosshair: (bars: number) => boolean;
  hideCrosshair: () => void;
  /** PNG of the chart as drawn. */
  picture: () => string;
  /** The loaded bars, oldest first, a copy. */
  bars: () => ChartBar[];
  on: <Name extends keyof ChartEvents>(
    name: Name,
    listener: (event: ChartEvents[Name]) => void,
  ) => () => void;
  dispose: () => void;
};
