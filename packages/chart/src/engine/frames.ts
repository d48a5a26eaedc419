import { createToY, type ToY } from '../axis/value-scale.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import type { PaneCanvas } from '../kline/painter.ts';
import { visibleBars } from '../kline/visible-bars.ts';
import type { Frame } from '../paint/frame.ts';
import type { ChartState } from './chart-state.ts';
import { drawnScale } from './value-axes.ts';

/** From values to heights on a canvas of a pane. */
export function toYOf(state: ChartState, { bounding, yAxis }: PaneCanvas): ToY {
  const range = yAxis.getRange();
  const isLog = yAxis.isInCandle() && drawnScale(state) === 'log';
  // Percent is linear in prices: its span is taken in prices, whatever the labels say.
  const [from, span] = isLog ? [range.realFrom, range.realRange] : [range.from, range.range];
  return createToY({ from, span, heightPx: bounding.height, isLog });
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
