import type { Resolution } from '@moneytrail/calendar';
import type { LineStyle } from '@moneytrail/indicators';
import type { ChartPoint } from '../chart-source.ts';
import type { StudyColour } from '../chart-theme.ts';

/** In the order of the menu. */
export const DRAWING_TOOLS = [
  'trendLine',
  'ray',
  'extendedLine',
  'arrow',
  'horizontalLine',
  'horizontalRay',
  'verticalLine',
  'crossLine',
  'parallelChannel',
  'pitchfork',
  'fibRetracement',
  'rectangle',
  'brush',
  'text',
  'priceLabel',
  'measure',
  'longPosition',
  'shortPosition',
  'rangeProfile',
] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** A colour is a token, so that it suits every theme. */
export type DrawingStyle = {
  colour: StudyColour;
  widthPx: number;
  dash: LineStyle['dash'];
  /** Opacity of areas, 0 … 1; 0 shows none. */
  fillOpacity: number;
};

/** The account that the quantity of a position is computed for. */
export type Account = {
  /** In the currency of the instrument's price; above zero. */
  size: number;
  /** Percent of the account that is lost at the stop, above 0 … 100. */
  riskPercent: number;
};

/**
 * A stored drawing. Points are times and prices, never indexes or pixels, so that it keeps its place in every resolution,
 * with any loaded history and beyond the newest bar.
 */
export type Drawing = {
  id: string;
  tool: DrawingTool;
  /** Ticker of its instrument; it is shown with no other. */
  symbol: string;
  points: readonly ChartPoint[];
  style: DrawingStyle;
  /** The user's words; empty for tools without text. */
  text: string;
  isLocked: boolean;
  isVisible: boolean;
  /** The only intervals that show it; absent: all do. */
  resolutions?: readonly Resolution[] | undefined;
  /** Retraced shares in rising order; absent: the usual ones. */
  levels?: readonly number[] | undefined;
  /** The account behind a position; absent: its quantity is not computed. */
  account?: Account | undefined;
};

export type DrawingChange = Partial<
  Pick<
    Drawing,
    'style' | 'text' | 'isLocked' | 'isVisible' | 'points' | 'resolutions' | 'levels' | 'account'
  >
>;

/** To an end, or by one place. */
export type DrawingOrder = 'front' | 'forward' | 'backward' | 'back';

/** Attraction of points to the prices of the bar under the pointer. */
export type Magnet = 'off' | 'weak' | 'strong';
