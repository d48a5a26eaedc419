import type { Resolution } from '@moneytrail/calendar';
import type { ComparedInstrument } from '../chart-comparison.ts';
import type { PaneId } from '../chart-events.ts';
import {
  type CandleType,
  type ChartGuides,
  type ChartStudy,
  type ChartZone,
  EXCHANGE_ZONE,
  LOCAL_ZONE,
  type PriceScale,
} from '../chart-look.ts';
import type { ChartSymbol } from '../chart-source.ts';
import type { ChartTheme } from '../chart-theme.ts';
import type { ComparedLayer } from '../compare/compared-layer.ts';
import type { AxisUnits } from '../kline/axis-range.ts';
import type { MarkStore } from '../studies/mark-store.ts';
import type { StudySet } from '../studies/study-set.ts';
import type { BarStore } from './bar-store.ts';
import type { HeikinAshi } from './heikin-ashi.ts';
import type { Measure } from './measure-tool.ts';
import type { TimeAxis } from './time-axis.ts';

/** What the user chose to see. */
type ChartView = {
  theme: ChartTheme;
  /** Font family of the page. */
  font: string;
  zone: ChartZone;
  /** As they were chosen, in sight or not. */
  studies: readonly ChartStudy[];
  /** Key of the study that a low chart leaves out. */
  leftOut: string | null;
  candleType: CandleType;
  compared: readonly ComparedInstrument[];
  /** As asked for; what is drawn is `drawnScale`. */
  priceScale: PriceScale;
  /** Whether volume stands under the bars. */
  hasVolume: boolean;
  guides: ChartGuides;
  /** Whether far levels leave the scale to the bars. */
  isPriceOnly: boolean;
  onlyPane: PaneId | null;
  /** Room that the page's legends take at the top of the panes, px, where it has told. */
  headRoomsPx: Map<PaneId, number>;
};

/** The open instrument; null before the first. */
export type OpenChart = { symbol: ChartSymbol; resolution: Resolution };

/** All that drawing reads. The engine's methods write it, painters and axes only read. */
export type ChartState = {
  view: ChartView;
  open: OpenChart | null;
  bars: BarStore;
  heikinAshi: HeikinAshi;
  studies: StudySet;
  marks: MarkStore;
  timeAxis: TimeAxis;
  /** Whether all in view of the main pane is above zero, so that it has a logarithm. */
  isAboveZero: boolean;
  /** Percent of the first price in view, where prices are written so; else null. */
  percentUnits: AxisUnits | null;
  /** Time of the bar that they count from. */
  percentFromMs: number | null;
  /** What is compared; null before something is. */
  compared: ComparedLayer | null;
  /** Index of the last bar while it can still change, else −1. */
  formingIndex: number;
  /** How many bars can no longer change, and how often they have become others. */
  closed: { count: number; revision: number };
  /** From this time on bars may be missing or wrong; null where all have been read. */
  unreadFromMs: number | null;
  hasFailedSpan: () => boolean;
  isLoadingOlder: () => boolean;
  /** The distance that is measured; null while none is to be drawn. */
  measure: () => Measure | null;
  now: () => number;
};

/** A line of a legend: what the page is expected to need until it tells. */
const HEAD_ROOM_PX = 24;

/** Room that the page's legend takes at the top of a pane, px. */
export function headRoomPx({ view }: Pick<ChartState, 'view'>, pane: PaneId): number {
  return view.headRoomsPx.get(pane) ?? HEAD_ROOM_PX;
}

/** The IANA zone of axis and crosshair. */
export function drawnZone({ view, open }: Pick<ChartState, 'view' | 'open'>): string {
  if (view.zone === EXCHANGE_ZONE) return open?.symbol.hours.zone ?? 'Etc/UTC';
  if (view.zone === LOCAL_ZONE) return Intl.DateTimeFormat().resolvedOptions().timeZone;
  return view.zone;
}
