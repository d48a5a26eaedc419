import type { OpenCompared } from '../chart-comparison.ts';
import type { ChartState } from '../engine/chart-state.ts';
import type { Emitter } from '../engine/emitter.ts';
import { crosshairAt } from '../kline/crosshair.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import { visibleBars } from '../kline/visible-bars.ts';
import type { ComparedLayer } from './compared-layer.ts';
import { createComparedLines } from './compared-lines.ts';
import { createComparedPicture, type ShownSeries } from './compared-picture.ts';
import { createComparedReadings } from './compared-readings.ts';
import { type ComparedSeries, createComparedSeries } from './compared-series.ts';

type Deps = {
  chart: KlineChart;
  state: ChartState;
  emitter: Emitter;
  open: OpenCompared;
  /** Lays the chart out and draws it anew. */
  redraw: () => void;
};

/** Runs something once for all calls of one turn. */
function oncePerTurn(run: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      run();
    });
  };
}

export function createComparedLayer({ chart, state, emitter, open, redraw }: Deps): ComparedLayer {
  const all = new Map<string, ComparedSeries>();
  const lines = createComparedLines(state);
  const tell = createComparedReadings(emitter, lines);
  const visible = () => visibleBars(chart);
  const shown = (): ShownSeries[] =>
    state.view.compared.flatMap((instrument) => {
      const series = all.get(instrument.symbol);
      return series && instrument.isVisible ? [{ instrument, series }] : [];
    });
  const tellReadings = () => {
    const last = state.bars.length() - 1;
    const index = Math.min(crosshairAt(chart)?.index ?? last, last);
    tell(all.values(), { index, visible: visible() });
  };
  const onChange = oncePerTurn(() => {
    if (all.size === 0) return;
    redraw();
    tellReadings();
  });
  return {
    ...createComparedPicture({ state, lines, shown, visible }),
    follow(instruments) {
      const resolution = state.open?.resolution;
      const wanted = instruments.filter(({ isVisible }) => isVisible);
      for (const [symbol, series] of all) {
        const isKept = wanted.some((one) => one.symbol === symbol);
        if (isKept && series.resolution === resolution) continue;
        all.delete(symbol);
        series.end();
      }
      for (const { symbol } of wanted) {
        if (resolution === undefined || all.has(symbol)) continue;
        const asked = { symbol, resolution };
        all.set(symbol, createComparedSeries({ open, now: state.now, onChange }, asked));
      }
      tellReadings();
    },
    onPainted() {
      tellReadings();
      const oldest = state.bars.at(0);
      if (oldest) for (const { series } of shown()) series.reachTo(oldest.time);
    },
    retry: (symbol) => all.get(symbol)?.retry(),
    reopen: (symbol) => all.get(symbol)?.reopen(),
    closes: () =>
      shown().map(({ series }) => ({
        symbol: series.symbol,
        closes: lines.closes(series, { from: 0, to: state.bars.length() }),
      })),
    end() {
      const ended = [...all.values()];
      all.clear();
      for (const series of ended) series.end();
    },
  };
}
