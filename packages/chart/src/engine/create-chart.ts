import { zoneOffsetMs } from '@moneytrail/calendar';
import type { ChartEngine } from '../chart-engine.ts';
import { resetTimeAxis } from '../gestures/reset-time-axis.ts';
import { addTouchGestures } from '../gestures/touch-gestures.ts';
import { yieldToPage } from '../gestures/yield-to-page.ts';
import { disposeKlineChart } from '../kline/kline-chart.ts';
import { addPointers } from './add-pointers.ts';
import { type ChartOptions, createChartParts } from './chart-parts.ts';
import { drawnZone } from './chart-state.ts';
import { followPage } from './follow-page.ts';
import { createLayoutMethods } from './layout-methods.ts';
import { createLoading } from './loading-methods.ts';
import { createLookMethods } from './look-methods.ts';
import { createPaneMethods } from './pane-methods.ts';
import { createViewMethods } from './view-methods.ts';
import { warmUp } from './warm-up.ts';

/**
 * A chart in a container, which gives it its size; empty until something is opened.
 * Throws where the browser has no canvas.
 */
export function createChart(container: HTMLElement, options: ChartOptions): ChartEngine {
  // The first look at a zone costs milliseconds: better before the first bars than with them.
  const parts = createChartParts(container, options);
  const zone = drawnZone(parts.state);
  zoneOffsetMs(zone, options.now());
  const { history, stop, ...loading } = createLoading(parts);
  const isEmbedded = options.isEmbedded ?? false;
  const pointers = addPointers(parts);
  const ends = [
    followPage(parts),
    pointers.end,
    warmUp({ ...options, zone }),
    addTouchGestures(container, parts.chart, { isEmbedded, taps: pointers.taps }),
    resetTimeAxis(container, parts.chart, parts.viewport),
    parts.comparison.end,
    isEmbedded ? yieldToPage(container, parts.chart) : () => {},
    stop,
  ];
  const look = { ...createLookMethods(parts), ...createPaneMethods(parts) };
  let isDisposed = false;
  return {
    ...loading,
    ...look,
    ...createLayoutMethods(parts, look),
    ...createViewMethods(parts, history),
    drawings: parts.board,
    comparison: parts.comparison,
    history: parts.history,
    on: parts.emitter.on,
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      for (const end of ends) end();
      parts.emitter.clear();
      disposeKlineChart(parts.chart);
    },
  };
}
