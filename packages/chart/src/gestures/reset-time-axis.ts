import type { KlineChart } from '../kline/kline-chart.ts';
import { TIME_AXIS_PANE } from '../kline/pane-ids.ts';
import type { Viewport } from '../kline/viewport.ts';
import { visibleBars } from '../kline/visible-bars.ts';

/** A double click on the time axis gives the bars their width back; the library does so for value axes alone. */
export function resetTimeAxis(
  container: HTMLElement,
  chart: KlineChart,
  viewport: Viewport,
): () => void {
  const onDoubleClick = ({ clientY }: MouseEvent) => {
    const axis = chart.getSize(TIME_AXIS_PANE);
    const y = clientY - container.getBoundingClientRect().top;
    if (!axis || y < axis.top || y > axis.top + axis.height) return;
    const isNewestInView = visibleBars(chart).to >= chart.getDataList().length;
    viewport.resetWidth();
    if (isNewestInView) viewport.showNewest();
  };
  container.addEventListener('dblclick', onDoubleClick);
  return () => container.removeEventListener('dblclick', onDoubleClick);
}
