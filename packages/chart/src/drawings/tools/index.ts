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
};

const COMMON_STYLE: DrawingStyle = {
  colour: 'longResistance',
  widthPx: 2,
  dash: 'solid',
  fillOpacity: 0,
};

/** How a drawing of a tool looks until the user chooses otherwise. */
export function firstStyle(tool: DrawingTool): DrawingStyle {
  return { ...COMMON_STYLE, ...TOOLS[tool].style };
}
