import type { PointedMarks } from '../chart-events.ts';
import { mainArea } from '../kline/chart-point.ts';
import type { CrosshairPlace } from '../kline/crosshair.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import { MARK_HALF_WIDTH_PX, MARK_HEIGHT_PX } from '../paint/marks.ts';
import type { ChartState } from './chart-state.ts';

/** Drawn heights of a mark whose price stands at `y`: a buy hangs below its price, a sell stands above. */
function heightsOf(side: 'buy' | 'sell', y: number): { topPx: number; bottomPx: number } {
  return side === 'buy'
    ? { topPx: y, bottomPx: y + MARK_HEIGHT_PX }
    : { topPx: y - MARK_HEIGHT_PX, bottomPx: y };
}

/** The marks that the crosshair points at; null where it points at none. */
export function pointedMarks(
  chart: KlineChart,
  { marks, bars, studies }: ChartState,
  { index, x, y, paneId }: CrosshairPlace,
): PointedMarks | null {
  const area = mainArea(chart);
  if (!area || paneId !== klinePaneId('main')) return null;
  const reach = Math.ceil(MARK_HALF_WIDTH_PX / chart.getBarSpace().bar);
  for (const mark of marks.painted(index - reach, index + reach + 1)) {
    const places = chart.convertToPixel([{ dataIndex: mark.index, value: mark.price }], { paneId });
    const place = Array.isArray(places) ? places[0] : places;
    const bar = bars.at(mark.index);
    if (place?.x === undefined || place.y === undefined || !bar) continue;
    const { topPx, bottomPx } = heightsOf(mark.side, place.y);
    if (Math.abs(place.x - x) > MARK_HALF_WIDTH_PX || y < topPx || y > bottomPx) continue;
    return {
      marks: marks.marksAt(mark.index).filter(({ side }) => side === mark.side),
      bar,
      broken: studies.brokenLines(bars.columns(), mark),
      xPx: place.x,
      topPx: area.topPx + topPx,
      bottomPx: area.topPx + bottomPx,
    };
  }
  return null;
}
