import { barClosesAtMs, isBarClosed, type Resolution } from '@moneytrail/calendar';
import type { TimeAxis } from '../axis/time-axis.ts';
import type { Extent } from '../axis/value-extent.ts';
import type { PercentScale, ToY } from '../axis/value-scale.ts';
import type { ChartComparison, ComparedInstrument } from '../chart-comparison.ts';
import type { PaneId, TaggedLine } from '../chart-events.ts';
import {
  type CandleType,
  type ChartGuides,
  type ChartStudy,
  type ChartZone,
  EXCHANGE_ZONE,
  type LegendBox,
  LOCAL_ZONE,
  type PriceScale,
} from '../chart-look.ts';
import type { ChartBar, ChartSymbol } from '../chart-source.ts';
import type { ChartTheme } from '../chart-theme.ts';
import type { StartInstrumentValues } from '../compare/instrument-values.ts';
import type { PaneArrangement } from '../layout/chart-layout.ts';
import type { Frame } from '../paint/frame.ts';
import type { TextLook } from '../paint/text-size.ts';
import type { MarkStore } from '../studies/marks/mark-store.ts';
import type { StudySet } from '../studies/study-set.ts';
import type { BarStore } from './bar-store.ts';
import type { HeikinAshi } from './heikin-ashi.ts';
import type { Measure } from './measure-tool.ts';

type ChartView = TextLook & {
  theme: ChartTheme;
  zone: ChartZone;
  /** All chosen studies, hidden ones included. */
  studies: readonly ChartStudy[];
  /** Key of the study that a low chart leaves out. */
  leftOut: string | null;
  candleType: CandleType;
  compared: readonly ComparedInstrument[];
  /** The chosen scale; `drawnScale` is the one in use. */
  priceScale: PriceScale;
  hasVolume: boolean;
  guides: ChartGuides;
  /** No level widens the price axis. */
  scalesPriceOnly: boolean;
  onlyPane: PaneId | null;
  arrangement: PaneArrangement;
  /** The page's legend over the main pane, unfolded; px from the pane's top left corner. Null without one. */
  legendBox: LegendBox | null;
};

export type OpenChart = { symbol: ChartSymbol; resolution: Resolution };

/** A page before or behind the drawn bars, or around a distant time. */
export type Page = 'older' | 'newer' | 'distant';

/** Loading of one instrument's bars; its bar loader writes it. */
export type LoadProgress = {
  phase: 'closed' | 'first' | 'idle' | Page;
  hasOlder: boolean;
  /** The page that failed and has not been requested again. */
  failed: 'first' | Page | null;
};

export function nothingLoaded(): LoadProgress {
  return { phase: 'closed', hasOlder: false, failed: null };
}

export function reachedBeginning({ phase, hasOlder, failed }: LoadProgress): boolean {
  return phase !== 'closed' && phase !== 'first' && !hasOlder && !failed;
}

/** A label at the right edge: a short name (empty for the last price) and a value in the colour of its line. */
export type ValueTag = {
  name: string;
  /** The written value; tags of equal text are merged. */
  text: string;
  /** A second line below the value; empty for none. */
  below: string;
  y: number;
  color: string;
  textColor: string;
  weight: number;
  /** The lines of studies that it stands for. */
  lines: readonly TaggedLine[];
};

/** The compared instruments as loading and drawing see them. Their code is loaded with the first of them. */
export type ComparedLayer = Pick<ChartComparison, 'retry' | 'reopen' | 'closes'> & {
  /**
   * Loads the visible instruments, and those that studies are computed from, in the chart's resolution; releases the others.
   */
  follow: (instruments: readonly ComparedInstrument[], studied: ReadonlySet<string>) => void;
  /** Lowest and highest percentage of the lines over a span of bars. */
  extent: (span: { from: number; to: number }) => Extent;
  /** The places of values in an instrument's prices: in percent of its own base. NaN without one. */
  placeOf: (symbol: string, toY: ToY) => ToY;
  /** Such values as prices of the chart at the same heights. */
  extentOf: (symbol: string, extent: Extent) => Extent;
  /** Decimals of an instrument's prices; null until it is found. */
  precisionOf: (symbol: string) => number | null;
  startValues: StartInstrumentValues;
  frozen: () => StartInstrumentValues;
  paint: (frame: Frame) => void;
  tags: (toY: ToY) => ValueTag[];
  /** Publishes the readings at the crosshair and requests bars as old as those of the chart. */
  onPainted: () => void;
  end: () => void;
};

/** Everything that painters and axes read. Only the engine writes it. */
export type ChartState = {
  view: ChartView;
  /** Null before the first instrument is opened. */
  open: OpenChart | null;
  bars: BarStore;
  heikinAshi: HeikinAshi;
  studies: StudySet;
  marks: MarkStore;
  timeAxis: TimeAxis;
  /** All visible values of the main pane are above zero, as a logarithmic scale needs. */
  isAboveZero: boolean;
  /** Percent of the first visible price; null in other scales. */
  percent: PercentScale | null;
  /** Time of the bar that percentages count from. */
  percentFromMs: number | null;
  /** Null until something is compared. */
  compared: ComparedLayer | null;
  /** Index of the last bar while it can still change, else −1. */
  formingIndex: number;
  /**
   * The number of closed bars; `revision` rises with every change of them. The last one is closing while its last trades
   * may be missing.
   */
  closed: { count: number; revision: number; isClosing: boolean };
  /** From this time on bars may be missing or wrong after an outage; null once all have been read. */
  unreadFromMs: number | null;
  loading: LoadProgress;
  /** The measured distance; null while there is none to draw. */
  measure: () => Measure | null;
  now: () => number;
  /** The clock by which loads are timed. */
  loadNow: () => number;
};

/** Whether a bar has ended without all of its trades being known. */
export function isClosing({ open, bars, now }: ChartState, index: number): boolean {
  const bar = bars.at(index);
  const knownUntilMs = bar && bars.knownUntilMs(bar.time);
  if (!open || knownUntilMs === null) return false;
  const closesAtMs = barClosesAtMs(open.symbol.hours, open.resolution, bar?.time ?? 0);
  return closesAtMs <= now() && knownUntilMs < closesAtMs;
}

/** The number of closed ones among the drawn or the newest bars. */
export function closedCountOf(
  { open, now }: Pick<ChartState, 'open' | 'now'>,
  bars: Pick<BarStore, 'length' | 'at'>,
): number {
  const count = bars.length();
  const last = bars.at(count - 1);
  const isClosed =
    last === null ||
    open === null ||
    isBarClosed(open.symbol.hours, open.resolution, last.time, now());
  return isClosed ? count : count - 1;
}

/** A copy of the `most` newest closed bars, drawn or not, oldest first. */
export function newestClosedBars(state: ChartState, most: number): ChartBar[] {
  const { newest } = state.bars;
  const count = closedCountOf(state, newest);
  return newest.slice(Math.max(0, count - most), count);
}

/** Time of the newest drawn bar that can no longer change; null without one. */
export function lastFinalMs(state: ChartState): number | null {
  let last = closedCountOf(state, state.bars) - 1;
  while (isClosing(state, last)) last -= 1;
  return state.bars.at(last)?.time ?? null;
}

/** The IANA zone of time axis and crosshair. */
export function drawnZone({ view, open }: Pick<ChartState, 'view' | 'open'>): string {
  if (view.zone === EXCHANGE_ZONE) return open?.symbol.hours.zone ?? 'Etc/UTC';
  if (view.zone === LOCAL_ZONE) return Intl.DateTimeFormat().resolvedOptions().timeZone;
  return view.zone;
}

/** A logarithmic scale needs values above zero, now and later. */
export function mayBeLog({ isAboveZero, open }: ChartState): boolean {
  return isAboveZero && !open?.symbol.mayBeNegative;
}

/**
 * The scale in use: percent while other instruments or studies of them stand over the prices, as they share no price; else
 * the chosen one, except a logarithmic scale for values that are not all above zero.
 */
export function drawnScale(state: ChartState): PriceScale {
  const { compared, priceScale } = state.view;
  const isOverPrices = (symbol: string) =>
    state.studies.shown().some(({ pane, instrument }) => pane === 'main' && instrument === symbol);
  if (compared.some(({ symbol, isVisible }) => isVisible || isOverPrices(symbol))) return 'percent';
  return priceScale === 'log' && !mayBeLog(state) ? 'normal' : priceScale;
}

/** The newest bar, drawn or not; null before the first. */
export function newestBar({ bars: { newest } }: Pick<ChartState, 'bars'>): ChartBar | null {
  return newest.at(newest.length() - 1);
}

/** The colour of the newest bar's direction, and of text on it. */
export function directionColors(state: ChartState): { color: string; text: string } {
  const { view } = state;
  const last = newestBar(state);
  const isUp = last === null || last.close >= last.open;
  const { candleUp, candleUpText, candleDown, candleDownText } = view.theme;
  return isUp
    ? { color: candleUp, text: candleUpText }
    : { color: candleDown, text: candleDownText };
}

/** The decimals of the prices of a study: those of the instrument that it is computed from. */
export function decimalsOf({ open, compared }: ChartState, instrument: string | null): number {
  const own = open?.symbol.precision ?? 2;
  return instrument === null ? own : (compared?.precisionOf(instrument) ?? own);
}
