import type { ProfileWithArea } from '@moneytrail/indicators';
import type { ChartPoint } from '../../chart-source.ts';
import type { Account, DrawingStyle } from '../drawing.ts';
import type { PaneBox, Place, Shape } from '../shapes.ts';

/** A point of a drawing with its place in the pane and the index of its bar. */
export type PlacedPoint = ChartPoint & Place & { index: number };

/** The volume by price of a range of bars; a text tells why there is none, and null that its code is not loaded. */
export type RangeProfile = ProfileWithArea | string | null;

export type ToolPlace = PaneBox & {
  /** Size of texts; 1 is usual. */
  textScale: number;
  points: readonly PlacedPoint[];
  /** Height of a price in the current scale, so that values between two points are right on every scale. */
  toY: (price: number) => number;
  style: DrawingStyle;
  text: string;
  /** Neither selected nor under the pointer: labels are short, or left out. */
  isCompact: boolean;
  levels?: readonly number[] | undefined;
  account?: Account | undefined;
  /** The profile of the bars between the first two points, for tools with one. */
  profile?: RangeProfile | undefined;
  formatPrice: (price: number) => string;
  /** With its sign: `+1.20 %`. */
  formatPercent: (percent: number) => string;
};

/** A handle moves the time of one point and the price of the same or another one, by their indexes. */
export type HandleRule = readonly [timeOf: number, priceOf: number];

export type ToolDefinition = {
  /** Number of placed points; a `stroke` follows the pointer while it is pressed. */
  points: 1 | 2 | 3 | 'stroke';
  /** Default: one for each point. */
  handles?: readonly HandleRule[];
  /** All points of the drawing from the placed ones; `shown` rounds computed prices to ones the scale can show. */
  complete?: (placed: readonly ChartPoint[], shown: (price: number) => number) => ChartPoint[];
  /** A level line, whose price is labelled on the axis. */
  isLevel?: boolean;
  hasFill?: boolean;
  hasText?: boolean;
  /** The user may choose the levels. */
  hasLevels?: boolean;
  /** A planned trade, with a quantity for an account. */
  isPosition?: boolean;
  /** It shows the volume by price of the bars between its two points. */
  hasProfile?: boolean;
  /** Differences from the common style. */
  style?: Partial<DrawingStyle>;
  /** Shapes from back to front; while a drawing is placed, points may be missing, but never the second of two. */
  shapes: (place: ToolPlace) => Shape[];
};
