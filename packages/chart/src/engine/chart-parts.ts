import { crosshairTimeText } from '../axis/time-text.ts';
import type { OpenCompared } from '../chart-comparison.ts';
import type { PaneId } from '../chart-events.ts';
import type { ChartGuides, ChartStudy, ChartZone } from '../chart-look.ts';
import type { ChartTheme } from '../chart-theme.ts';
import type { DrawingBoard } from '../drawings/board/drawing-board.ts';
import { createUndoHistory, type UndoHistory } from '../history/undo-history.ts';
import { type AxisWidth, createAxisWidth } from '../kline/axis-width.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import { createKlineChart } from '../kline/kline-chart.ts';
import { createKlineFeed } from '../kline/kline-feed.ts';
import { redrawOverlay } from '../kline/painter.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import { createPaneLayout, type PaneLayout } from '../kline/pane-layout.ts';
import { relabelValueAxis } from '../kline/value-axes.ts';
import { createViewport, type Viewport } from '../kline/viewport.ts';
import { visibleBars } from '../kline/visible-bars.ts';
import { createMarkStore } from '../studies/mark-store.ts';
import { createStudySet } from '../studies/study-set.ts';
import { createBarStore } from './bar-store.ts';
import { type ChartBars, createChartBars } from './chart-bars.ts';
import { type ChartState, drawnZone } from './chart-state.ts';
import { type Comparison, createComparison } from './comparison.ts';
import { createDrawingLayer } from './drawing-layer.ts';
import { createEmitter, type Emitter } from './emitter.ts';
import { createEventPublisher, type EventPublisher } from './event-publisher.ts';
import { createHeikinAshi } from './heikin-ashi.ts';
import { createLayoutWatch, type LayoutWatch } from './layout-watch.ts';
import { createMeasureTool, type MeasureTool } from './measure-tool.ts';
import { createPaneSync, type PaneSync } from './pane-sync.ts';
import { createTimeAxis } from './time-axis.ts';
import { applyMainAxis, countUnits, drawnScale, followScale } from './value-axes.ts';

export type ChartOptions = {
  theme: ChartTheme;
  zone: ChartZone;
  studies: readonly ChartStudy[];
  /** Of the rest what differs from a chart as it usually is. */
  look?: Partial<FirstLook>;
  /** The server's clock: it decides which bars are closed. */
  now: () => number;
  /** A chart inside a page that scrolls: upright swipes and the plain wheel stay the page's. */
  isEmbedded?: boolean;
  /** Room that the page's legends are expected to take at the top of panes, px, until they tell. */
  headRoomsPx?: Iterable<readonly [PaneId, number]>;
  /** Without it nothing can be compared. */
  openCompared?: OpenCompared;
};

/** How a chart begins to look; each part has a method that changes it. */
export type FirstLook = Pick<
  ChartState['view'],
  'candleType' | 'priceScale' | 'hasVolume' | 'guides' | 'isPriceOnly'
>;

/** Bars on either side of those in view that lines run on to. */
const BARS_BESIDE = 3;

/** What the chart's methods are made of. */
export type ChartParts = {
  container: HTMLElement;
  chart: KlineChart;
  state: ChartState;
  emitter: Emitter;
  bars: ChartBars;
  panes: PaneSync;
  layout: PaneLayout;
  viewport: Viewport;
  publisher: EventPublisher;
  axisWidth: AxisWidth;
  measureTool: MeasureTool;
  history: UndoHistory;
  board: DrawingBoard;
  layoutWatch: LayoutWatch;
  comparison: Comparison;
  /** Set by what loads. */
  loading: LoadingLink;
};

/** What drawing needs of loading, which is made after it. */
type LoadingLink = {
  reachedBeginning: () => boolean;
  hasFailedSpan: () => boolean;
  isLoadingOlder: () => boolean;
  /** Whether something else has been opened whose bars are not there yet. */
  isBetween: () => boolean;
  /** Another picture has been drawn: time to look whether more bars are needed. */
  onPainted: () => void;
};

function nothingLoads(): LoadingLink {
  return {
    reachedBeginning: () => false,
    hasFailedSpan: () => false,
    isLoadingOlder: () => false,
    isBetween: () => false,
    onPainted: () => {},
  };
}

const ALL_GUIDES: ChartGuides = {
  hasGrid: true,
  hasLastPriceLine: true,
  hasCountdown: true,
  hasSessionBreaks: true,
};

const USUAL_LOOK: FirstLook = {
  candleType: 'candles',
  priceScale: 'normal',
  hasVolume: true,
  guides: ALL_GUIDES,
  isPriceOnly: true,
};

/** What the legend of the main pane is expected to need until the page tells. */
const MAIN_HEAD_ROOM_PX = 36;

function createState(
  container: HTMLElement,
  options: ChartOptions,
  { loading, measure }: { loading: LoadingLink; measure: ChartState['measure'] },
): ChartState {
  const bars = createBarStore();
  const studies = createStudySet();
  studies.choose(options.studies);
  studies.restart(bars.columns(), 0);
  return {
    view: {
      theme: options.theme,
      font: getComputedStyle(container).fontFamily,
      zone: options.zone,
      studies: options.studies,
      leftOut: null,
      compared: [],
      ...USUAL_LOOK,
      ...options.look,
      onlyPane: null,
      headRoomsPx: new Map([['main', MAIN_HEAD_ROOM_PX], ...(options.headRoomsPx ?? [])]),
    },
    open: null,
    bars,
    heikinAshi: createHeikinAshi(),
    studies,
    marks: createMarkStore({ computed: studies.marksBetween, times: bars.columns }),
    timeAxis: createTimeAxis({ times: () => bars.columns() }),
    isAboveZero: true,
    percentUnits: null,
    percentFromMs: null,
    compared: null,
    formingIndex: -1,
    closed: { count: 0, revision: 0 },
    unreadFromMs: null,
    hasFailedSpan: () => loading.hasFailedSpan(),
    isLoadingOlder: () => loading.isLoadingOlder(),
    measure,
    now: options.now,
  };
}

/** Keeps up what depends on the bars in view: called before anything is laid out or drawn. */
function followView(chart: KlineChart, state: ChartState): void {
  let base = -1;
  chart.subscribeAction('onVisibleRangeChange', () => {
    const { from, to } = visibleBars(chart);
    if (from < to) state.studies.cover(state.bars.columns(), from - BARS_BESIDE, to + BARS_BESIDE);
    followScale(chart, state);
    // Percentages count from the first bar in view; the library would keep their labels while the prices are the same.
    if (drawnScale(state) === 'percent' && from !== base && from < to) {
      countUnits(state, { from, to });
      relabelValueAxis(chart, klinePaneId('main'));
    }
    base = from;
  });
}

/** Puts an empty chart into its container. */
export function createChartParts(container: HTMLElement, options: ChartOptions): ChartParts {
  const loading = nothingLoads();
  const emitter = createEmitter();
  const redraw = () => redrawOverlay(chart, klinePaneId('main'));
  const measureTool = createMeasureTool({ emitter, redraw });
  const state = createState(container, options, { loading, measure: measureTool.measure });

  const chart = createKlineChart(container, {
    theme: state.view.theme,
    font: state.view.font,
    guides: state.view.guides,
    crosshairTime: (timeMs) =>
      state.open ? crosshairTimeText(state.open.resolution, drawnZone(state), timeMs) : '',
    timeTicks: state.timeAxis.ticks,
  });
  const axisWidth = createAxisWidth(chart, state.view.font);
  // After the picture, so that a listener of ours never runs inside the library's drawing.
  const onPainted = () => queueMicrotask(() => loading.onPainted());
  const history = createUndoHistory((undo) => emitter.emit('undo', undo));
  const { board, ...drawings } = createDrawingLayer({ chart, state, emitter, history, redraw });
  const panes = createPaneSync({ chart, axisWidth, drawings, onPainted }, state);
  const layout = createPaneLayout(chart, panes.panes);
  const layoutWatch = createLayoutWatch({
    state,
    emitter,
    panes: layout.shares,
    drawings: board.all,
  });
  emitter.on('drawings', layoutWatch.touch);
  const publisher = createEventPublisher({
    chart,
    state,
    emitter,
    places: layout.places,
    reachedBeginning: () => loading.reachedBeginning(),
  });
  const viewport = createViewport(chart);
  followView(chart, state);
  const bars = createChartBars(state, createKlineFeed(chart));
  const comparison = createComparison({
    ...{ chart, state, emitter, history },
    open: options.openCompared ?? null,
    redraw: bars.redraw,
    touch: layoutWatch.touch,
  });
  applyMainAxis(chart, state);
  panes.sync();
  layout.apply();
  viewport.resetWidth();
  viewport.showNewest();
  return {
    container,
    chart,
    state,
    emitter,
    bars,
    panes,
    layout,
    viewport,
    publisher,
    axisWidth,
    loading,
    measureTool,
    history,
    board,
    layoutWatch,
    comparison,
  };
}
