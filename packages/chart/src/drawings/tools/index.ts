import type { ChartPoint } from '../../chart-source.ts';
import type { DrawingStyle, DrawingTool } from '../drawing.ts';
import { parallelChannel, pitchfork } from './channels.ts';
import { fibRetracement } from './fib-retracement.ts';
import {
  arrow,
  crossLine,
  extendedLine,
  horizontalLine,
  horizontalRay,
  ray,
  trendLine,
  verticalLine,
} from './lines.ts';
import { brush, priceLabel, rectangle, text } from './marks.ts';
import { measure } from './measure.ts';
import { longPosition, shortPosition } from './positions.ts';
import { rangeProfile } from './range-profile.ts';
import type { ToolDefinition } from './tool.ts';

export const TOOLS: Readonly<Record<DrawingTool, ToolDefinition>> = {
  trendLine,
  ray,
  extendedLine,
  arrow,
  horizontalLine,
  horizontalRay,
  verticalLine,
  crossLine,
  parallelChannel,
  pitchfork,
  fibRetracement,
  rectangle,
  brush,
  text,
  priceLabel,
  measure,
  longPosition,
  shortPosition,
  rangeProfile,
};

const COMMON_STYLE: DrawingStyle = {
  colour: 'longResistance',
  widthPx: 2,
  dash: 'solid',
  fillOpacity: 0,
};

/** The style of a tool's drawings until the user chooses another. */
export function firstStyle(tool: DrawingTool): DrawingStyle {
  return { ...COMMON_STYLE, ...TOOLS[tool].style };
}

/** Freehand points may lie between bars. */
export function isFreehandTool(tool: DrawingTool): boolean {
  return TOOLS[tool].points === 'stroke';
}

/** All points of a drawing, including those that follow from the placed ones. */
export function completed(
  tool: DrawingTool,
  points: readonly ChartPoint[],
  shown: (price: number) => number,
): readonly ChartPoint[] {
  const { complete, points: wanted } = TOOLS[tool];
  const placed = typeof wanted === 'number' ? points.slice(0, wanted) : points;
  return complete ? complete(placed, shown) : placed;
}
