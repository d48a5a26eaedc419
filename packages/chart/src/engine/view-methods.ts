import type { ChartEngine } from '../chart-engine.ts';
import { chartPointAt } from '../kline/chart-point.ts';
import { crosshairAt } from '../kline/crosshair.ts';
import { pictureOf } from '../kline/picture.ts';
import type { History } from '../loading/history.ts';
import { barIndexAt } from '../studies/mark-store.ts';
import type { ChartParts } from './chart-parts.ts';
import { createCrosshairMethods } from './crosshair-methods.ts';
import { applyMainAxis } from './value-axes.ts';

type ViewMethods = Pick<
  ChartEngine,
  | 'showSpan'
  | 'showNewest'
  | 'showOldest'
  | 'resetView'
  | 'zoom'
  | 'moveCrosshair'
  | 'showCrosshairAt'
  | 'hideCrosshair'
  | 'pointAt'
  | 'startMeasuring'
  | 'stopMeasuring'
  | 'picture'
  | 'bars'
  | 'closedBars'
>;

/** What part of the bars is in view, the crosshair, and what can be taken out of the chart. */
export function createViewMethods(parts: ChartParts, history: History): ViewMethods {
  const { chart, state, layout, viewport, measureTool } = parts;
  const showLoaded = (fromMs: number, toMs: number) => {
    const first = state.bars.indexFrom(fromMs);
    viewport.showBars(first, barIndexAt(state.bars.columns(), toMs));
  };
  const showNewest = () => {
    history.forgetGoal();
    viewport.showNewest();
  };
  return {
    showSpan(fromMs, toMs) {
      showLoaded(fromMs, toMs);
      history.reachBack(fromMs, () => showLoaded(fromMs, toMs));
    },
    showNewest,
    showOldest() {
      history.reachBack(Number.NEGATIVE_INFINITY, () => {
        viewport.showOldest();
        if (history.hasFailedSpan()) viewport.showMissing();
      });
    },
    resetView() {
      layout.reset();
      layout.apply();
      applyMainAxis(chart, state);
      viewport.resetWidth();
      showNewest();
    },
    zoom(factor) {
      viewport.zoom(factor, crosshairAt(chart)?.x ?? null);
    },
    ...createCrosshairMethods(parts),
    pointAt: (x, y) => chartPointAt(chart, state.bars, { x, y }),
    startMeasuring: measureTool.arm,
    stopMeasuring: measureTool.clear,
    picture: () => pictureOf(chart, state.view.theme),
    bars: (most = Number.POSITIVE_INFINITY) => {
      const count = state.bars.length();
      return state.bars.slice(Math.max(0, count - most), count);
    },
    closedBars: (most) => {
      const { count } = state.closed;
      return state.bars.slice(Math.max(0, count - most), count);
    },
  };
}
