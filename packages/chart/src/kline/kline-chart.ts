import { type AxisTick, type Chart, dispose, init } from 'klinecharts';
import { groupThousands } from '../axis/format-value.ts';
import type { ChartGuides } from '../chart-look.ts';
import type { ChartTheme } from '../chart-theme.ts';
import { LEAST_AXIS_PX } from './axis-width.ts';
import { klineStyles } from './kline-styles.ts';
import { guarded, registerPainters } from './painter.ts';
import { registerValueAxes } from './value-axes.ts';
import { BAR_SPACE_LIMIT } from './viewport.ts';
import { visibleBars } from './visible-bars.ts';

/** A label closer to an edge would be cut. */
const EDGE_PX = 20;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const PLAIN_PERCENT = /^-?\d+(\.\d+)?%$/;

/** The library's labels in our form; texts our axes have written already pass through. */
function labelText(value: string | number): string {
  const text = String(value);
  if (PLAIN_NUMBER.test(text)) return groupThousands(text);
  if (PLAIN_PERCENT.test(text)) return `${groupThousands(text.slice(0, -1))}\u00a0%`;
  return text;
}

/** The library's chart: outside this folder nobody names the library. */
export type KlineChart = Chart;

/** What the library's chart is made with; the functions are called for each picture. */
export type KlineOptions = {
  theme: ChartTheme;
  /** Font family of the page. */
  font: string;
  guides: ChartGuides;
  /** The crosshair's label on the time axis. */
  crosshairTime: (timeMs: number) => string;
  /** Ticks of the time axis among the bars `from` … `to − 1`. */
  timeTicks: (visible: {
    from: number;
    to: number;
    xOf: (index: number) => number;
  }) => { index: number; text: string }[];
};

/** The library's chart in a container, with our styles, texts and time axis; throws where it cannot be made. */
export function createKlineChart(container: HTMLElement, options: KlineOptions): KlineChart {
  registerPainters();
  registerValueAxes();
  const styles = klineStyles(options);
  const chart = init(container, {
    locale: 'en-US',
    // Times are written by us: what reaches the library is never shifted.
    timezone: 'Etc/UTC',
    styles: { ...styles, yAxis: { ...styles.yAxis, size: LEAST_AXIS_PX } },
    zoomAnchor: 'cursor',
    hotkey: { enabled: false },
    layout: { barSpaceLimit: BAR_SPACE_LIMIT },
    thousandsSeparator: { format: labelText },
    decimalFold: { format: String },
    formatter: {
      formatDate: ({ timestamp }) => options.crosshairTime(timestamp),
    },
  });
  if (!chart) throw new Error('The chart could not be created in its container.');
  const dom = chart.getDom();
  // The library asks for tabIndex 1, which would come before the whole page. Inside what takes the focus itself there
  // is no need of a second stop.
  if (dom) dom.tabIndex = container.closest('[tabindex="0"]') ? -1 : 0;
  chart.overrideXAxis({
    createTicks: ({ bounding, defaultTicks }) =>
      guarded(() => timeTicks(chart, options, bounding.width), defaultTicks),
  });
  return chart;
}

function xOfBar(chart: Chart, index: number): number {
  const places = chart.convertToPixel([{ dataIndex: index }]);
  return (Array.isArray(places) ? places[0]?.x : places.x) ?? 0;
}

function timeTicks(chart: Chart, options: KlineOptions, widthPx: number): AxisTick[] {
  const { from, to } = visibleBars(chart);
  const { bar } = chart.getBarSpace();
  const first = xOfBar(chart, from);
  // For choosing, places to the pixel are enough; the chosen ones are asked of the library.
  const visible = {
    from,
    to,
    xOf: (index: number) => first + (index - from) * bar,
  };
  const rightPx = widthPx - EDGE_PX;
  return options
    .timeTicks(visible)
    .map(({ index, text }) => ({ coord: xOfBar(chart, index), value: text, text }))
    .filter(({ coord }) => coord > EDGE_PX && coord < rightPx);
}

export function disposeKlineChart(chart: Chart): void {
  dispose(chart);
}
