import { zoneOffsetMs } from '@moneytrail/calendar';
import type { ChartEngine } from '../chart-engine.ts';
import { addMeasureGesture } from '../gestures/measure-gesture.ts';
import { resetTimeAxis } from '../gestures/reset-time-axis.ts';
import { addTouchGestures } from '../gestures/touch-gestures.ts';
import { yieldToPage } from '../gestures/yield-to-page.ts';
import { chartPointAt } from '../kline/chart-point.ts';
import { disposeKlineChart } from '../kline/kline-chart.ts';
import { type ChartOptions, createChartParts } from './chart-parts.ts';
import { followPage } from './follow-page.ts';
import { createLoading } from './loading-methods.ts';
import { createLookMethods } from './look-methods.ts';
import { createViewMethods } from './view-methods.ts';
import { warmUp } from './warm-up.ts';

/**
 * A chart in a container, which gives it its size; empty until something is opened.
 * Throws where the browser has no canvas.
 */
export function createChart(container: HTMLElement, options: ChartOptions): ChartEngine {
  // The first look at a zone costs milliseconds: better before the first bars than with them.
  zoneOffsetMs(options.zone, options.now());
  const parts = createChartParts(container, options);
  const { history, stop, ...loading } = createLoading(parts);
  const isEmbedded = options.isEmbedded ?? false;
  const pointAt = (clientX: number, clientY: number) => {
    const { left, top } = container.getBoundingClientRect();
    return chartPointAt(parts.chart, parts.state.bars, { x: clientX - left, y: clientY - top });
  };
  const measuring = addMeasureGesture({ container, tool: parts.measureTool, pointAt });
  const ends = [
    followPage(parts),
    measuring.end,
    warmUp(options),
    addTouchGestures(container, parts.chart, { isEmbedded, taps: measuring.taps }),
    resetTimeAxis(container, parts.chart, parts.viewport),
    isEmbedded ? yieldToPage(container, parts.chart) : () => {},
    stop,
  ];
  let isDisposed = false;
  return {
    ...loading,
    ...createLookMethods(parts),
    ...createViewMethods(parts, history),
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
