import type { ChartPoint } from '../../chart-source.ts';
import type { DrawingStyle } from '../drawing.ts';
import type { PaneBox, Place, Shape } from '../shapes/shape.ts';

/** A point of a drawing with its place in the pane and the index of its bar. */
export type PlacedPoint = ChartPoint & Place & { index: number };

/** What the shapes of a drawing are made from. */
export type ToolPlace = PaneBox & {
  points: readonly PlacedPoint[];
  /** Height of a price in the present scale, so that what lies between two points is right on every one. */
  toY: (price: number) => number;
  style: DrawingStyle;
  text: string;
  formatPrice: (price: number) => string;
  /** `1.20 %`, with its sign. */
  formatPercent: (percent: number) => string;
};

/** A handle takes its time from one point and its price from another or the same, and moves both. */
export type HandleRule = { timeOf: number; priceOf: number };

/** A kind of drawing. */
export type ToolDefinition = {
  /** How many points are placed; `stroke` follows the pointer while it is held down. */
  points: 1 | 2 | 3 | 'stroke';
  /** One for each point unless told. */
  handles?: readonly HandleRule[];
  /** All points of the drawing, from those that were placed; the prices it works out are made ones that can be shown. */
  complete?: (placed: readonly ChartPoint[], shown: (price: number) => number) => ChartPoint[];
  /** Whether it is a level line, whose price stands on the axis. */
  isLevel?: boolean;
  /** What of the style and the words it has. */
  hasFill?: boolean;
  hasText?: boolean;
  /** What differs from the common style at first. */
  style?: Partial<DrawingStyle>;
  /** Shapes back to front; called with fewer points than it has while it is placed, two at least where it has two. */
  shapes: (place: ToolPlace) => Shape[];
};
