import type { Chart } from 'klinecharts';
import type { PaneId } from '../chart-events.ts';
import type { ChartBar, ChartPoint } from '../chart-source.ts';
import { drawnAxisOf } from './drawn-axes.ts';

/** The library's chart; no other folder names the library. */
export type KlineChart = Chart;

/** The library's fixed name of the pane with the candles; all other panes have our own names. */
const CANDLE_PANE = 'candle_pane';
/** The library's fixed name of the pane with the time axis. */
export const TIME_AXIS_PANE = 'x_axis_pane';

export function klinePaneId(pane: PaneId): string {
  return pane === 'main' ? CANDLE_PANE : pane;
}

/** The study panes of a chart, top to bottom. */
export function studyPanesOf(chart: Chart): PaneId[] {
  const panes = chart.getPaneOptions();
  const others = [CANDLE_PANE, TIME_AXIS_PANE];
  return (Array.isArray(panes) ? panes : [panes])
    .flatMap((pane) => (pane && !others.includes(pane.id) ? [pane.id] : []))
    .sort((a, b) => (chart.getSize(a)?.top ?? 0) - (chart.getSize(b)?.top ?? 0));
}

/** Indexes of the bars in view, `to` exclusive; both 0 without bars. */
export type VisibleBars = { from: number; to: number };

/** The library's own `from` ignores the room at the right edge; its `realFrom` includes it. */
export function visibleBars(chart: Chart): VisibleBars {
  const { realFrom, to } = chart.getVisibleRange();
  const end = Math.min(to, chart.getDataList().length);
  return { from: Math.min(end, Math.max(0, realFrom)), to: end };
}

/** Bars that fit between the newest bar and the right edge. */
export function roomBars(chart: Chart): number {
  return Math.max(0, Math.ceil(chart.getOffsetRightDistance() / chart.getBarSpace().bar));
}

/** Place of a bar, and of a price if given, in the main pane, px; null where the library knows none. */
export function placeOfBar(
  chart: Chart,
  index: number,
  price?: number,
): { x: number; y: number } | null {
  const { toUnits } = drawnAxisOf(chart, CANDLE_PANE).units;
  const point =
    price === undefined ? { dataIndex: index } : { dataIndex: index, value: toUnits(price) };
  const places = chart.convertToPixel([point], { paneId: CANDLE_PANE });
  const { x, y } = (Array.isArray(places) ? places[0] : places) ?? {};
  return x === undefined ? null : { x, y: y ?? Number.NaN };
}

/** The main pane without its axis, px from the chart's top left corner. */
export function mainArea(
  chart: Chart,
): { leftPx: number; topPx: number; widthPx: number; heightPx: number } | null {
  const area = chart.getSize(CANDLE_PANE, 'main');
  const pane = chart.getSize(CANDLE_PANE);
  if (!area || !pane) return null;
  return { leftPx: 0, topPx: pane.top, widthPx: area.width, heightPx: pane.height };
}

/** The bar and the price at a place, px from the chart's top left corner; null outside the main pane or without bars. */
export function chartPointAt(
  chart: Chart,
  bars: { length: () => number; at: (index: number) => ChartBar | null },
  { x, y }: { x: number; y: number },
): ChartPoint | null {
  const area = mainArea(chart);
  if (!area || x < 0 || x > area.widthPx) return null;
  if (y < area.topPx || y > area.topPx + area.heightPx) return null;
  const found = chart.convertFromPixel([{ x, y: y - area.topPx }], { paneId: CANDLE_PANE });
  const point = Array.isArray(found) ? found[0] : found;
  if (point?.dataIndex === undefined || point.value === undefined) return null;
  const bar = bars.at(Math.max(0, Math.min(bars.length() - 1, point.dataIndex)));
  const { fromUnits } = drawnAxisOf(chart, CANDLE_PANE).units;
  return bar && { timeMs: bar.time, price: fromUnits(point.value) };
}

/** Runs code inside the library's layout: an error thrown there would stop the library for good. */
export function guarded<Result>(run: () => Result, otherwise: Result): Result {
  try {
    return run();
  } catch (error) {
    reportError(error);
    return otherwise;
  }
}
