import type { Chart } from 'klinecharts';
import type { ChartBar, ChartPoint } from '../chart-source.ts';
import { klinePaneId } from './pane-ids.ts';

/** The bars that a place can name. */
type Bars = { length: () => number; at: (index: number) => ChartBar | null };

/** What can be pointed at: the main pane without its axis, px from the chart's top left corner. */
export type MainArea = { leftPx: number; topPx: number; widthPx: number; heightPx: number };

export function mainArea(chart: Chart): MainArea | null {
  const area = chart.getSize(klinePaneId('main'), 'main');
  const pane = chart.getSize(klinePaneId('main'));
  if (!area || !pane) return null;
  return { leftPx: 0, topPx: pane.top, widthPx: area.width, heightPx: pane.height };
}

/** The bar and the price at a place, px from the chart's top left corner; null outside the main pane or without bars. */
export function chartPointAt(
  chart: Chart,
  bars: Bars,
  place: { x: number; y: number },
): ChartPoint | null {
  const area = mainArea(chart);
  const { x, y } = place;
  if (!area || x < 0 || x > area.widthPx) return null;
  if (y < area.topPx || y > area.topPx + area.heightPx) return null;
  const found = chart.convertFromPixel([{ x, y: y - area.topPx }], { paneId: klinePaneId('main') });
  const point = Array.isArray(found) ? found[0] : found;
  if (point?.dataIndex === undefined || point.value === undefined) return null;
  const bar = bars.at(Math.max(0, Math.min(bars.length() - 1, point.dataIndex)));
  return bar && { timeMs: bar.time, price: point.value };
}
