import type { LineStyle, StudyId, StudyInputs } from '@moneytrail/indicators';
import type { StudyColour } from './chart-theme.ts';

export const CANDLE_TYPES = ['candles', 'hollow', 'bars', 'line', 'area', 'heikinAshi'] as const;
export type CandleType = (typeof CANDLE_TYPES)[number];
export const PRICE_SCALES = ['normal', 'log', 'percent'] as const;
export type PriceScale = (typeof PRICE_SCALES)[number];
/** Whose clock axis and crosshair show: an IANA zone, that of whatever exchange is open, or that of the browser. */
export type ChartZone = string;
export const EXCHANGE_ZONE = 'exchange';
export const LOCAL_ZONE = 'local';

/** How lines are drawn, those of studies and of drawings. */
export const LINE_DASHES = [
  'solid',
  'dashed',
  'dotted',
] as const satisfies readonly LineStyle['dash'][];

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

/** A study on the chart: one of the catalogue, which may be there several times, with the inputs that differ from the defaults. */
export type ChartStudy = {
  /** Its own name on the chart: the id, numbered from the second on, as `tightness-2`. */
  key: string;
  id: StudyId;
  inputs: Partial<StudyInputs>;
  isVisible: boolean;
  /** The pane of its kind that it was moved to; without one it stands in its usual pane. */
  pane?: string | undefined;
  /** By output key; lines without an entry look as in the catalogue. */
  styles?: Readonly<Record<string, OutputStyle>> | undefined;
};
