import type { InputValues, LineStyle } from '@moneytrail/indicators';
import type { StudyColour } from './chart-theme.ts';

export const CANDLE_TYPES = ['candles', 'hollow', 'bars', 'line', 'area', 'heikinAshi'] as const;
export type CandleType = (typeof CANDLE_TYPES)[number];
export const PRICE_SCALES = ['normal', 'log', 'percent'] as const;
export type PriceScale = (typeof PRICE_SCALES)[number];
/** The zone of time axis and crosshair: an IANA zone, that of the open exchange, or that of the browser. */
export type ChartZone = string;
export const EXCHANGE_ZONE = 'exchange';
export const LOCAL_ZONE = 'local';

/** Dashes of study lines and drawings. */
export const LINE_DASHES = [
  'solid',
  'dashed',
  'dotted',
] as const satisfies readonly LineStyle['dash'][];

/** Reading aids, each shown or hidden. */
export type ChartGuides = {
  hasGrid: boolean;
  /** A dotted line at the last price; the price tag is independent of it. */
  hasLastPriceLine: boolean;
  /** Time to the close of the forming bar, in the price tag. */
  hasCountdown: boolean;
  /** Lines at the beginning of sessions, on intraday charts. */
  hasSessionBreaks: boolean;
  /** Tags of levels beside the price axis, with names and values; those of the last price and of drawings always stand. */
  hasTags: boolean;
};

/** The aids of a chart whose user has chosen none. */
export const USUAL_GUIDES: ChartGuides = {
  hasGrid: true,
  hasLastPriceLine: true,
  hasCountdown: true,
  hasSessionBreaks: true,
  hasTags: true,
};

/** Differences of a line from the catalogue. */
export type OutputStyle = {
  colour?: StudyColour | undefined;
  widthPx?: number | undefined;
  dash?: LineStyle['dash'] | undefined;
  isVisible?: boolean | undefined;
  /** Opacity of the line, above 0 … 1. */
  opacity?: number | undefined;
  /** Opacity of the area below the line, 0 … 1; 0 shows none. */
  fillOpacity?: number | undefined;
};

/** A study on the chart, which may have it several times. Those of the field are kept even while their code is not loaded. */
export type ChartStudy = {
  /** Name on the chart: the id, numbered from the second on, as `tightness-2`. */
  key: string;
  id: string;
  /** Differences from the defaults. */
  inputs: InputValues;
  isVisible: boolean;
  /** The pane of its kind that the user moved it to; default: its usual pane. */
  pane?: string | undefined;
  /** By output key; lines without an entry keep the catalogue's style. */
  styles?: Readonly<Record<string, OutputStyle>> | undefined;
};

/** The lower right corner of the page's unfolded legend, px from the main pane's upper left corner. */
export type LegendBox = { rightPx: number; bottomPx: number };
