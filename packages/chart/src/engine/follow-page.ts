import { SECOND_MS } from '@moneytrail/calendar';
import { redrawOverlay } from '../kline/painter.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import type { ChartParts } from './chart-parts.ts';

/** Takes dragged borders for wanted, each drag as one step that can be taken back. Returns what ends it. */
function followBorders({ chart, layout, history, layoutWatch }: ChartParts): () => void {
  const over = new AbortController();
  const { signal } = over;
  type Shares = ReturnType<typeof layout.shares>;
  let before: Shares | null = null;
  const put = (shares: Shares) => {
    layout.setShares(shares);
    layout.apply();
    layoutWatch.touch();
  };
  chart.subscribeAction('onPaneDrag', () => {
    before ??= layout.shares();
    // It is reported before the panes have their new heights.
    queueMicrotask(() => {
      if (!signal.aborted) layout.adopt();
    });
  });
  const onRelease = () => {
    const from = before;
    before = null;
    if (!from) return;
    const to = layout.shares();
    history.push({ undo: () => put(from), redo: () => put(to) });
    layoutWatch.touch();
  };
  for (const name of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(name, onRelease, { signal });
  }
  return () => over.abort();
}

/** Keeps the chart in step with its page: size, fonts, the passing of time, dragged borders. Returns what ends it. */
export function followPage(parts: ChartParts): () => void {
  const { container, chart, state, bars, layout } = parts;
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
  const endDrags = followBorders(parts);
  document.fonts.ready.then(() => {
    if (!isOver) chart.resize();
  });
  return () => {
    isOver = true;
    endDrags();
    resized.disconnect();
    clearInterval(clock);
  };
}
