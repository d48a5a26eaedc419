import type { Drawing, DrawingState, DrawingTool } from '@moneytrail/chart';
import { formatPrice } from '../../../lib/format.ts';

export const TOOL_NAMES: Readonly<Record<DrawingTool, string>> = {
  trendLine: 'Trend line',
  ray: 'Ray',
  extendedLine: 'Extended line',
  arrow: 'Arrow',
  horizontalLine: 'Horizontal line',
  horizontalRay: 'Horizontal ray',
  verticalLine: 'Vertical line',
  crossLine: 'Cross line',
  parallelChannel: 'Parallel channel',
  pitchfork: 'Pitchfork',
  fibRetracement: 'Fibonacci retracement',
  rectangle: 'Rectangle',
  brush: 'Brush',
  text: 'Text',
  priceLabel: 'Price label',
  measure: 'Measure',
  longPosition: 'Long position',
  shortPosition: 'Short position',
  rangeProfile: 'Volume profile of a range',
};

/** Further words under which traders search for a tool. */
export const TOOL_ALIASES: Partial<Readonly<Record<DrawingTool, readonly string[]>>> = {
  rangeProfile: ['fixed range volume profile', 'frvp', 'point of control', 'poc', 'value area'],
};

/** Tools that share a button; it shows the first of them until another is used. */
export type ToolGroup = { name: string; tools: readonly [DrawingTool, ...DrawingTool[]] };

export const TOOL_GROUPS: readonly ToolGroup[] = [
  {
    name: 'Lines',
    tools: [
      'trendLine',
      'ray',
      'extendedLine',
      'arrow',
      'horizontalLine',
      'horizontalRay',
      'verticalLine',
      'crossLine',
    ],
  },
  { name: 'Channels', tools: ['parallelChannel', 'pitchfork'] },
  { name: 'Fibonacci', tools: ['fibRetracement'] },
  { name: 'Shapes', tools: ['rectangle', 'brush'] },
  { name: 'Words', tools: ['text', 'priceLabel'] },
  {
    name: 'Measure and positions',
    tools: ['measure', 'rangeProfile', 'longPosition', 'shortPosition'],
  },
];

/** The last used tool of a group. */
export function toolOnButton({ tools }: ToolGroup, lastTools: readonly DrawingTool[]): DrawingTool {
  return lastTools.find((tool) => tools.includes(tool)) ?? tools[0];
}

const MAX_NAME_LENGTH = 40;

/** The name of a drawing in a list: its tool, and its text or else the price of its first point. */
export function nameOf({ tool, text, points }: Drawing, decimals: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const shown = line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH)}…` : line;
  const [first] = points;
  return `${TOOL_NAMES[tool]} · ${shown || formatPrice(first?.price, decimals)}`;
}

const ORDINALS = ['first', 'second', 'third'];

/** The prompt of a tool, null without one. A touch device has no key to end the tool. */
export function hintOf({ tool, placed, wanted }: DrawingState, isTouched: boolean): string | null {
  if (tool === null) return null;
  const name = TOOL_NAMES[tool];
  if (wanted === null) {
    return isTouched ? `${name}: draw with your finger.` : `${name}: press and draw. Esc ends it.`;
  }
  const point = wanted === 1 ? 'its place' : `the ${ORDINALS[placed] ?? 'next'} point`;
  return isTouched ? `${name}: tap ${point}.` : `${name}: choose ${point}. Esc ends it.`;
}
