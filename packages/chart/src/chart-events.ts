import type { BrokenLine } from '@moneytrail/indicators';
import type { ComparedInstrument } from './chart-comparison.ts';
import type { DrawingState } from './chart-drawings.ts';
import type { PriceScale } from './chart-look.ts';
import type { ChartBar } from './chart-source.ts';
import type { Drawing } from './drawings/drawing.ts';
import type { UndoState } from './undo-history.ts';

/** `main`, or the name of a pane of studies, which `study-places.ts` makes: `tightness`, `tightness-2`. */
export type PaneId = string;

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
  /** `hasBars`: some bars of this chart are drawn already. `isRetry`: an attempt before failed, or was given up. */
  | { kind: 'first'; startedAtMs: number; hasBars: boolean; isRetry: boolean }
  | { kind: 'older' }
  | {
      kind: 'failed';
      part: 'first' | 'older';
      message: string;
      hasBars: boolean;
      /** What the source failed with. */
      cause: unknown;
    };

/** What a legend shows: of the bar at the crosshair, else prices of the last bar and studies of the last closed one. */
export type LegendValues = {
  /** Null before the first bar. */
  bar: ChartBar | null;
  previousClose: number | null;
  /** Values of the studies in sight by their keys, and by output; null where undefined. */
  studies: Record<string, Record<string, number | null>>;
  /** The bar whose studies these are; null before the first. */
  studyBar: ChartBar | null;
  /** Loaded bars up to that one, itself included: why a value is not defined yet. */
  studyBarCount: number;
  /** The mark of that bar. */
  mark: PublishedMark | null;
  isAtCrosshair: boolean;
};

/** Where a pane stands, in CSS pixels from the top of the chart: legends are placed there by the page. */
export type PanePlace = { pane: PaneId; topPx: number; heightPx: number };

/** How much is loaded, and what the studies would need for every value to be defined. */
export type Coverage = {
  barCount: number;
  /** Time of the oldest bar loaded; null without bars. */
  firstBarMs: number | null;
  neededBars: number;
  reachedBeginning: boolean;
};

/** Marks of one bar and side that are pointed at, and where they are drawn, px from the chart's top left corner. */
export type PointedMarks = {
  marks: readonly PublishedMark[];
  bar: ChartBar;
  /** The lines of the combo that the bar broke, the nearer one first; empty where it is not on the chart. */
  broken: readonly BrokenLine[];
  xPx: number;
  topPx: number;
  bottomPx: number;
};

/** What the measuring of a distance waits for: nothing, its first point, its second one, or its being put away. */
export type MeasurePhase = 'off' | 'armed' | 'drawing' | 'done';

/**
 * What is in view: its span, ms, whether the newest bar is in it, whether prices fill the pane by themselves, the scale
 * they are drawn in, and whether all of them are above zero, as a logarithmic one needs.
 */
export type VisiblePart = {
  fromMs: number;
  toMs: number;
  isNewest: boolean;
  isAutoScaled: boolean;
  scale: PriceScale;
  mayBeLog: boolean;
};

/** What is known of an instrument that is compared at the bar under the crosshair, else at the newest one. */
export type ComparedReading = {
  symbol: string;
  load: LoadState;
  /** Its last close before the end of that bar; null where none is known. */
  close: number | null;
  /** Percent of its close at the first bar in view where both have one; null without. */
  percent: number | null;
  /** Whether there is no percentage because that close is not above zero. */
  hasNoBase: boolean;
};

export type ChartEvents = {
  /** From a time on bars may be missing or wrong, as there was an outage; null once all have been read. */
  unread: { fromMs: number | null };
  legend: LegendValues;
  load: LoadState;
  panes: PanePlace[];
  coverage: Coverage;
  /** Other bars are closed, or one of them was corrected; the last one's time, null without any. */
  closed: { timeMs: number | null };
  /** The newest bar changed or a new one began: what a status line and a countdown read. */
  lastBar: ChartBar;
  visible: VisiblePart;
  /** The marks under the crosshair; null where it points at none. */
  pointedMarks: PointedMarks | null;
  measure: MeasurePhase;
  /** The drawings changed, of whatever instrument. */
  drawings: { drawings: readonly Drawing[] };
  /** What the user is doing with drawings. */
  drawing: DrawingState;
  /** A text was placed and waits for its words. */
  textWanted: { id: string };
  /** The layout has become another one: not by `applyLayout`. */
  layout: Record<string, never>;
  /** Other instruments are compared. */
  compared: { instruments: readonly ComparedInstrument[] };
  /** What is read of those that are loaded is another value. */
  comparedReadings: readonly ComparedReading[];
  /** What can be taken back or done again. */
  undo: UndoState;
};

/** Sends an event to the chart's listeners. */
export type Emit = <Name extends keyof ChartEvents>(name: Name, event: ChartEvents[Name]) => void;
