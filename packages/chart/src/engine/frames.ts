import { createFromY, createToY, type ScaleSpan, type ToY } from '../axis/value-scale.ts';
import type { DrawingFrame } from '../drawings/drawing-frame.ts';
import type { TimePlaces } from '../drawings/time-places.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import type { PaneCanvas } from '../kline/painter.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import { visibleBars } from '../kline/visible-bars.ts';
import type { Frame } from '../paint/frame.ts';
import type { ChartState } from './chart-state.ts';
import { drawnScale } from './value-axes.ts';

function scaleOf(state: ChartState, { bounding, yAxis }: PaneCanvas): ScaleSpan {
  const range = yAxis.getRange();
  const isLog = yAxis.isInCandle() && drawnScale(state) === 'log';
  // Percent is linear in prices: its span is taken in prices, whatever the labels say.
  const [from, span] = isLog ? [range.realFrom, range.realRange] : [range.from, range.range];
  return { from, span, heightPx: bounding.height, isLog };
}

/** From values to heights on a canvas of a pane. */
export function toYOf(state: ChartState, canvas: PaneCanvas): ToY {
  return createToY(scaleOf(state, canvas));
}

/** The library's state of one pane for one picture, in our terms. */
export function frameOf(chart: KlineChart, state: ChartState, canvas: PaneCanvas): Frame {
  const { from, to } = visibleBars(chart);
  return {
    ctx: canvas.ctx,
    widthPx: canvas.bounding.width,
    heightPx: canvas.bounding.height,
    from,
    to,
    barSpacePx: chart.getBarSpace().bar,
    xOf: (index) => canvas.xAxis.convertToPixel(index),
    toY: toYOf(state, canvas),
    formingIndex: state.formingIndex,
  };
}

/** The main pane for what is drawn on it; bars stand evenly, held or not. */
export function drawingFrameOf(
  chart: KlineChart,
  state: ChartState,
  canvas: PaneCanvas,
  times: TimePlaces,
): DrawingFrame {
  const scale = scaleOf(state, canvas);
  const { from } = visibleBars(chart);
  const { bar } = chart.getBarSpace();
  const first = canvas.xAxis.convertToPixel(from);
  return {
    widthPx: canvas.bounding.width,
    heightPx: canvas.bounding.height,
    topPx: chart.getSize(klinePaneId('main'))?.top ?? 0,
    times,
    xOf: (index) => first + (index - from) * bar + 0.5,
    indexAt: (x) => from + (x - 0.5 - first) / bar,
    toY: createToY(scale),
    priceAt: createFromY(scale),
  };
}
