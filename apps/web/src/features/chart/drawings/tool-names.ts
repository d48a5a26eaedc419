import type { DrawingTool } from '@moneytrail/chart';

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

/** By the physical key pressed with Alt. */
export const TOOL_KEYS: Readonly<Record<string, DrawingTool>> = {
  KeyT: 'trendLine',
  KeyH: 'horizontalLine',
  KeyV: 'verticalLine',
  KeyF: 'fibRetracement',
};
