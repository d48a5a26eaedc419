import type { BrokenLine } from '@moneytrail/indicators';
import type { ComparedInstrument } from './chart-comparison.ts';
import type { DrawingState } from './chart-drawings.ts';
import type { PriceScale } from './chart-look.ts';
import type { ChartBar } from './chart-source.ts';
import type { Drawing } from './drawings/drawing.ts';
import type { UndoState } from './undo-history.ts';

/** `main`, or the name of a study pane: `tightness`, `tightness-2`. */
export type PaneId = string;

/** A mark of the server; a list of them replaces the marks computed in the chart. */
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
  /** `hasBars`: some bars of this chart are drawn. `isRetry`: a previous attempt failed or was given up. */
  | { kind: 'first'; startedAtMs: number; hasBars: boolean; isRetry: boolean }
  | { kind: 'older' }
  | {
      kind: 'failed';
      part: 'first' | 'older';
      message: string;
      hasBars: boolean;
      /** The source's error. */
      cause: unknown;
    };

/** Values of the bar at the crosshair, else prices of the last bar and studies of the last closed one. */
export type LegendValues = {
  /** Null before the first bar. */
  bar: ChartBar | null;
  previousClose: number | null;
  /** Values of the visible studies by key and output; null where undefined. */
  studies: Record<string, Record<string, number | null>>;
  /** Keys of the visible studies that are still being computed at that bar. */
  computing: readonly string[];
  /** The bar of the study values; null before the first. */
  studyBar: ChartBar | null;
  /** Loaded bars up to and including that one, which explains why a value is not defined yet. */
  studyBarCount: number;
  /** That bar has ended, and its last trades may be missing. */
  isClosing: boolean;
  /** The mark of that bar. */
  mark: PublishedMark | null;
  isAtCrosshair: boolean;
};

/** Extremes of the bars in view and of the newest ones: no value in the legend has a longer text than these. */
export type ValuesInView = {
  low: number;
  high: number;
  /** Greatest change of a close since the bar before, up or down, and that in percent of a price above zero. */
  change: number;
  percent: number;
  /** Null where the market has none. */
  volume: number | null;
  /** Extremes of the visible studies by key and output; outputs without values are left out. */
  studies: Record<string, Record<string, { low: number; high: number }>>;
};

/** Place of a pane, px from the top of the chart, for the page's legends. */
export type PanePlace = {
  pane: PaneId;
  topPx: number;
  heightPx: number;
  /** Of one line, for its legend. */
  isFolded: boolean;
  mayFold: boolean;
};

/** The drawn bars, and the number that defines every study value. */
export type Coverage = {
  barCount: number;
  /** Time of the oldest of them; null without bars. */
  firstBarMs: number | null;
  /** Time of the last drawn bar while the drawn ones do not reach to the newest; null otherwise. */
  awayUntilMs: number | null;
  neededBars: number;
  reachedBeginning: boolean;
};

/** Marks of one bar and side under the pointer, and their place, px from the chart's top left corner. */
export type PointedMarks = {
  marks: readonly PublishedMark[];
  /** Number of marks of bars beside it that have no room. */
  nearby: number;
  bar: ChartBar;
  /** The combo's lines that the bar broke, the nearer one first; empty without a combo. */
  broken: readonly BrokenLine[];
  xPx: number;
  topPx: number;
  bottomPx: number;
};

/** The line of a study on the chart: the key of the study and that of its output. */
export type StudyLine = { key: string; output: string };

/** The line of a study that a tag at the value axis stands for. */
export type TaggedLine = { study: string; output: string };

/** A tag that stands for lines of studies, and its place, px from the chart's top left corner. */
export type PointedTag = {
  lines: readonly TaggedLine[];
  leftPx: number;
  rightPx: number;
  topPx: number;
  bottomPx: number;
};

/** Takes the places of times, px from the left and null out of view, and the bottom of the main pane, px from the top. */
export type PlaceTimes = (xs: readonly (number | null)[], bottomPx: number) => void;

/** A measurement waits for nothing, its first point, its second point, or its removal. */
export type MeasurePhase = 'off' | 'armed' | 'drawing' | 'done';

/** The visible span. `scale` is the one in use; `mayBeLog` is false while a visible value is not above zero. */
export type VisiblePart = {
  fromMs: number;
  toMs: number;
  isNewest: boolean;
  isAutoScaled: boolean;
  scale: PriceScale;
  mayBeLog: boolean;
};

/** A compared instrument at the bar under the crosshair, else at the newest bar. */
export type ComparedReading = {
  symbol: string;
  load: LoadState;
  /** Decimals of its prices; null until it is found. */
  precision: number | null;
  /** Last close before the end of that bar; null where unknown. */
  close: number | null;
  /** Percent of its close at the first visible bar where both have one; null without. */
  percent: number | null;
  /** There is no percentage because that close is not above zero. */
  hasNoBase: boolean;
};

export type ChartEvents = {
  /** From this time on bars may be missing or wrong after an outage; null once all have been read. */
  unread: { fromMs: number | null };
  legend: LegendValues;
  /** Null without bars. */
  inView: ValuesInView | null;
  load: LoadState;
  panes: PanePlace[];
  /** Whether the page's unfolded legend would cover bars; null without a legend. */
  legendCover: boolean | null;
  coverage: Coverage;
  /** The closed bars changed. Time of the last one, null without any. */
  closed: { timeMs: number | null };
  /** The newest bar changed or a new one began. */
  lastBar: ChartBar;
  visible: VisiblePart;
  /** The marks under the crosshair; null without any. */
  pointedMarks: PointedMarks | null;
  measure: MeasurePhase;
  /** Drawings of any instrument changed. */
  drawings: { drawings: readonly Drawing[] };
  /** The interaction with drawings changed. */
  drawing: DrawingState;
  /** A text was placed and waits for its words. */
  textWanted: { id: string };
  /** The user dragged the line of an alert to a price. */
  alertMoved: { id: number; price: number };
  /** The user pressed the line of an alert. */
  alertPressed: { id: number };
  /** The user changed the layout. */
  layout: Record<string, never>;
  /** The compared instruments changed. */
  compared: { instruments: readonly ComparedInstrument[] };
  /** Readings of compared instruments changed. */
  comparedReadings: readonly ComparedReading[];
  /** The available undo and redo steps changed. */
  undo: UndoState;
};

/** Sends an event to the chart's listeners. */
export type Emit = <Name extends keyof ChartEvents>(name: Name, event: ChartEvents[Name]) => void;
