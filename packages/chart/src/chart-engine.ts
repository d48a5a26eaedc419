import type { Resolution } from '@moneytrail/calendar';
import type { LineStyle, StudyId, StudyInputs } from '@moneytrail/indicators';
import type { ChartEvents, ChartPoint, PaneId, PublishedMark } from './chart-events.ts';
import type { BarSource, ChartBar, ChartSymbol } from './chart-source.ts';
import type { ChartTheme, StudyColour } from './chart-theme.ts';

export type CandleType = 'candles' | 'hollow' | 'bars' | 'line' | 'area' | 'heikinAshi';
export type PriceScale = 'normal' | 'log' | 'percent';

/** What helps to read the bars; each is shown or not. */
export type ChartGuides = {
  hasGrid: boolean;
  /** A dotted line at the last price; its tag stays without it. */
  hasLastPriceLine: boolean;
  /** Time to the close of the forming bar, in the tag of the last price. */
  hasCountdown: boolean;
  /** Lines where a session begins, on intraday charts. */
  hasSessionBreaks: boolean;
};

/** What of a line differs from the catalogue. */
export type OutputStyle = {
  colour?: StudyColour | undefined;
  widthPx?: number | undefined;
  dash?: LineStyle['dash'] | undefined;
  isVisible?: boolean | undefined;
  /** Of the line, above 0 … 1. */
  opacity?: number | undefined;
  /** Of the area that the line is the upper edge of, 0 … 1; with 0 there is none. */
  fillOpacity?: number | undefined;
};

/** A study on the chart: one of the catalogue, with the inputs that differ from the defaults. */
export type ChartStudy = {
  id: StudyId;
  inputs: Partial<StudyInputs>;
  isVisible: boolean;
  /** By output key; lines without an entry look as in the catalogue. */
  styles?: Readonly<Record<string, OutputStyle>> | undefined;
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
  /** Volume under the bars, wherever the market tells any. */
  setVolume: (isShown: boolean) => void;
  /** All of them are shown at first. */
  setGuides: (guides: ChartGuides) => void;
  /** Levels further from the bars than these reach do not squeeze them: their tags stay at the edge. On at first. */
  setPriceOnly: (isOn: boolean) => void;
  /** IANA zone of axis and crosshair. */
  setZone: (zone: string) => void;
  setStudies: (studies: readonly ChartStudy[]) => void;
  setPublishedMarks: (marks: readonly PublishedMark[] | null) => void;
  /** Limits the study panes to one, for low charts; null shows all. */
  setOnlyPane: (pane: PaneId | null) => void;
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
  /** Moves the crosshair by bars, from the last bar at first; false at an end. */
  moveCrosshair: (bars: number) => boolean;
  /** Puts the crosshair on the close of the bar of a time, where there is one, and brings it into view. */
  showCrosshairAt: (timeMs: number) => void;
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
  on: <Name extends keyof ChartEvents>(
    name: Name,
    listener: (event: ChartEvents[Name]) => void,
  ) => () => void;
  dispose: () => void;
};
