import { mapColumns } from '@moneytrail/indicators';
import { formatValue } from '../axis/format-value.ts';
import { extend, NO_EXTENT } from '../axis/value-extent.ts';
import type { ToY } from '../axis/value-scale.ts';
import { COMPARED_LINE, type ComparedInstrument, type OpenCompared } from '../chart-comparison.ts';
import type { ComparedReading, Emit } from '../chart-events.ts';
import { type KlineChart, visibleBars } from '../kline/library.ts';
import { crosshairAt } from '../kline/viewport.ts';
import { DASHES, paintStudyLine } from '../paint/lines.ts';
import type { ChartState, ComparedLayer } from '../state/chart-state.ts';
import { createComparedLines } from './compared-lines.ts';
import { type ComparedSeries, createComparedSeries } from './compared-series.ts';
import {
  type ChartEnds,
  createInstrumentValues,
  type InstrumentBars,
  type StartInstrumentValues,
} from './instrument-values.ts';

type Deps = {
  chart: KlineChart;
  state: ChartState;
  emit: Emit;
  open: OpenCompared;
  redraw: () => void;
  /** Bars of an instrument that studies are computed from have changed. */
  onStudied: () => void;
};

/** Percent of a base; null where either close is unknown, or the base is not above zero. */
function percentOf(close: number, base: number | null): number | null {
  return base === null || base <= 0 || Number.isNaN(close) ? null : (100 * (close - base)) / base;
}

/** Runs once for all calls of a turn. */
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

/** Loads and draws the compared instruments, and publishes their readings. */
export function createComparedLayer({
  chart,
  state,
  emit,
  open,
  redraw,
  onStudied,
}: Deps): ComparedLayer {
  const all = new Map<string, ComparedSeries>();
  const lines = createComparedLines(state);
  const startFrom =
    (
      barsOf: (symbol: string) => () => InstrumentBars | null,
      ends: ChartEnds,
    ): StartInstrumentValues =>
    (symbol, asked) =>
      all.has(symbol) ? createInstrumentValues({ bars: barsOf(symbol), ends }, asked) : null;
  let published = '';
  const shown = () =>
    state.view.compared.flatMap((instrument) => {
      const series = all.get(instrument.symbol);
      return series && instrument.isVisible ? [{ instrument, series }] : [];
    });
  const colourOf = ({ colour }: ComparedInstrument) => state.view.theme.studies[colour];
  const percentToY = (toY: ToY): ToY => {
    const priceOf = state.percent?.toPrice ?? (() => Number.NaN);
    return (percent) => toY(priceOf(percent));
  };
  /** The price of the chart at the height of a value in an instrument's prices; NaN where it has no base. */
  const priceOf = (symbol: string) => {
    const series = all.get(symbol);
    const base = series ? lines.line(series, visibleBars(chart)).base : null;
    const { percent } = state;
    return (value: number) => {
      const ofBase = percentOf(value, base);
      return ofBase === null || !percent ? Number.NaN : percent.toPrice(ofBase);
    };
  };
  /** Publishes the readings at the crosshair, else at the last bar, when they changed. */
  const publishReadings = () => {
    const last = state.bars.length() - 1;
    const index = Math.min(crosshairAt(chart)?.index ?? last, last);
    const visible = visibleBars(chart);
    const readings = Array.from(all.values(), (series): ComparedReading => {
      const { base } = lines.line(series, visible);
      const close = lines.closeAt(series, index);
      return {
        symbol: series.symbol,
        load: series.load(),
        precision: series.instrument()?.precision ?? null,
        close: Number.isNaN(close) ? null : close,
        percent: percentOf(close, base),
        hasNoBase: base !== null && base <= 0,
      };
    });
    // The cause of a failure may be any value, serialisable or not.
    const text = JSON.stringify(readings, (key, value) => (key === 'cause' ? null : value));
    if (text === published) return;
    published = text;
    emit('comparedReadings', readings);
  };
  const onChange = oncePerTurn(() => {
    if (all.size === 0) return;
    onStudied();
    redraw();
    publishReadings();
  });
  return {
    follow(instruments, studied) {
      const resolution = state.open?.resolution;
      const wanted = instruments.filter(
        ({ symbol, isVisible }) => isVisible || studied.has(symbol),
      );
      for (const [symbol, series] of all) {
        const isKept = wanted.some((one) => one.symbol === symbol);
        if (isKept && series.resolution === resolution) continue;
        all.delete(symbol);
        series.end();
      }
      for (const { symbol } of wanted) {
        if (resolution === undefined || all.has(symbol)) continue;
        const asked = { symbol, resolution };
        all.set(symbol, createComparedSeries({ open, now: state.loadNow, onChange }, asked));
      }
      publishReadings();
    },
    extent: (span) =>
      shown().reduce((extent, { series }) => {
        const { first, percents } = lines.line(series, span);
        return extend(extent, percents, span.from - first, span.to - first);
      }, NO_EXTENT),
    paint(frame) {
      const toY = percentToY(frame.toY);
      for (const { instrument, series } of shown()) {
        const { first, percents } = lines.line(series, frame);
        const from = frame.from - first;
        const to = frame.to - first;
        const xOf = (index: number) => frame.xOf(index + first);
        const color = colourOf(instrument).line;
        const dash = DASHES[COMPARED_LINE.dash];
        const look = { ...COMPARED_LINE, dash, color, isLevel: false };
        paintStudyLine({ ...frame, from, to, xOf, toY, formingIndex: -1 }, percents, look);
      }
    },
    tags: (toY) =>
      shown().flatMap(({ instrument, series }) => {
        const { base } = lines.line(series, visibleBars(chart));
        const percent = percentOf(lines.closeAt(series, state.bars.length() - 1), base);
        if (percent === null) return [];
        const { line: color, tagText: textColor } = colourOf(instrument);
        const name = series.instrument()?.code ?? '';
        const text = formatValue('signedPercent', percent, 0);
        const y = percentToY(toY)(percent);
        return { name, text, below: '', y, color, textColor, weight: 1, lines: [] };
      }),
    onPainted() {
      publishReadings();
      const { bars } = state;
      const oldest = bars.at(0);
      if (!oldest) return;
      const awayUntilMs = bars.isAway() ? (bars.at(bars.length() - 1)?.time ?? null) : null;
      for (const series of all.values()) {
        const market = series.market();
        const neededBars = market ? state.studies.neededBarsOf(series.symbol, market) : 0;
        series.reachTo({ fromMs: oldest.time, awayUntilMs, neededBars });
      }
    },
    retry: (symbol) => all.get(symbol)?.retry(),
    reopen: (symbol) => all.get(symbol)?.reopen(),
    closes: () =>
      shown().map(({ series }) => ({
        symbol: series.symbol,
        closes: lines.closes(series, { from: 0, to: state.bars.length() }),
      })),
    placeOf(symbol, toY) {
      const toPrice = priceOf(symbol);
      return (value) => toY(toPrice(value));
    },
    extentOf(symbol, { low, high }) {
      const toPrice = priceOf(symbol);
      const extent = { low: toPrice(low), high: toPrice(high) };
      return Number.isFinite(extent.high - extent.low) ? extent : NO_EXTENT;
    },
    precisionOf: (symbol) => all.get(symbol)?.instrument()?.precision ?? null,
    startValues: startFrom((symbol) => () => all.get(symbol)?.studied() ?? null, {
      endOf: lines.chartEndOf,
      formingIndex: () => state.formingIndex,
    }),
    frozen() {
      const { formingIndex } = state;
      const { endOf } = lines.chartEnds();
      const copies = new Map(
        [...all].map(([symbol, series]): [string, InstrumentBars | null] => {
          const bars = series.studied();
          return [
            symbol,
            bars && {
              ...bars,
              columns: mapColumns(bars.columns, bars.columns.length, (values) =>
                values.slice(0, bars.columns.length),
              ),
            },
          ];
        }),
      );
      return startFrom((symbol) => () => copies.get(symbol) ?? null, {
        endOf: (timeMs, index) =>
          index === formingIndex ? Number.POSITIVE_INFINITY : endOf(timeMs),
        formingIndex: () => formingIndex,
      });
    },
    end() {
      const ended = [...all.values()];
      all.clear();
      for (const series of ended) series.end();
    },
  };
}
