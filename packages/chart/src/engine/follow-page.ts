import { SECOND_MS } from '@moneytrail/calendar';
import { redrawOverlay } from '../kline/painter.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import type { ChartParts } from './chart-parts.ts';

/** Keeps the chart in step with its page: size, fonts, the passing of time, dragged borders. Returns what ends it. */
export function followPage({ container, chart, state, bars, layout }: ChartParts): () => void {
  let isOver = false;
  const resized = new ResizeObserver(() => {
    chart.resize();
    layout.apply();
  });
  resized.observe(container);
  const clock = setInterval(() => {
    if (document.hidden || state.bars.length() === 0) return;
    const isForming = state.formingIndex >= 0;
    bars.updateForming();
    if (isForming) redrawOverlay(chart, klinePaneId('main'));
  }, SECOND_MS);
  // A border's drag is reported before the panes have their new heights.
  chart.subscribeAction('onPaneDrag', () => queueMicrotask(() => !isOver && layout.adopt()));
  document.fonts.ready.then(() => {
    if (!isOver) chart.resize();
  });
  return () => {
    isOver = true;
    resized.disconnect();
    clearInterval(clock);
  };
}
