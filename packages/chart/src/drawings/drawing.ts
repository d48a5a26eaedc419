import type { LineStyle } from '@moneytrail/indicators';
import type { ChartPoint } from '../chart-source.ts';
import type { StudyColour } from '../chart-theme.ts';

/** The tools, in the order in which they are offered. */
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
] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** How a drawing looks; a colour is a token, so that it is right in every theme. */
export type DrawingStyle = {
  colour: StudyColour;
  widthPx: number;
  dash: LineStyle['dash'];
  /** Of its areas, 0 … 1; with 0 there are none. */
  fillOpacity: number;
};

/**
 * What a user drew, as it is stored. Its points are times and prices, never places of bars or pixels, so that it stands
 * where it was drawn in every resolution, with every history and beyond the newest bar.
 */
export type Drawing = {
  id: string;
  tool: DrawingTool;
  /** Ticker of the instrument that it was drawn on: it is shown with no other. */
  symbol: string;
  points: readonly ChartPoint[];
  style: DrawingStyle;
  /** What the user wrote; empty for tools without words. */
  text: string;
  isLocked: boolean;
  isVisible: boolean;
};

/** What can be changed of a drawing besides its place. */
export type DrawingChange = Partial<
  Pick<Drawing, 'style' | 'text' | 'isLocked' | 'isVisible' | 'points'>
>;

/** Where among the others a drawing goes: to an end, or by one place. */
export type DrawingOrder = 'front' | 'forward' | 'backward' | 'back';

/** How strongly points are drawn to the prices of the bar below the pointer. */
export type Magnet = 'off' | 'weak' | 'strong';
