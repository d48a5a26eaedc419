import type { ChartEngine, ChartPoint, Drawing } from '@moneytrail/chart';
import { DRAWING_TOOL_DEFINITIONS, DRAWING_TOOLS, firstStyle } from '@moneytrail/chart/model';
import { seededRandom } from '../synthetic-bars.ts';

/** The area of the main pane for drawings, px. */
const AREA = { left: 40, right: 1_100, top: 60, bottom: 360 };
const STROKE_POINTS = 40;

function pointAt(engine: ChartEngine, x: number, y: number): ChartPoint {
  const point = engine.pointAt(x, y);
  if (!point) throw new Error(`There is no bar at ${x}, ${y}.`);
  return point;
}

function pointCount({ points, complete }: (typeof DRAWING_TOOL_DEFINITIONS)['ray']): number {
  if (points === 'stroke') return STROKE_POINTS;
  return complete ? points + 1 : points;
}

/** Drawings with all tools in turn over the visible bars; the last is a level trend line at the height `y`. */
export function manyDrawings(engine: ChartEngine, count: number, y: number): Drawing[] {
  const random = seededRandom(7);
  const anywhere = () =>
    pointAt(
      engine,
      AREA.left + random() * (AREA.right - AREA.left),
      AREA.top + random() * (AREA.bottom - AREA.top),
    );
  const common = { symbol: 'FMP:BTCUSD', text: 'Note', isLocked: false, isVisible: true };
  const others = Array.from({ length: count - 1 }, (_, index): Drawing => {
    const tool = DRAWING_TOOLS[index % DRAWING_TOOLS.length] ?? 'ray';
    const points = Array.from({ length: pointCount(DRAWING_TOOL_DEFINITIONS[tool]) }, anywhere);
    return { ...common, id: `d${index}`, tool, points, style: firstStyle(tool) };
  });
  const points = [pointAt(engine, 200, y), pointAt(engine, 700, y)];
  const held = { ...common, id: 'held', tool: 'trendLine' as const, points };
  return [...others, { ...held, style: firstStyle('trendLine') }];
}
