import { zoneOffsetMs } from '@moneytrail/calendar';
import { createTimeAxis } from '../axis/time-axis.ts';
import { crosshairTimeText } from '../axis/time-labels.ts';
import type { OpenCompared } from '../chart-comparison.ts';
import type { ChartEngine } from '../chart-engine.ts';
import type { PlaceTimes } from '../chart-events.ts';
import { type ChartStudy, type ChartZone, USUAL_GUIDES } from '../chart-look.ts';
import type { ChartOverlay } from '../chart-overlay.ts';
import type { ChartBar } from '../chart-source.ts';
import type { ChartTheme } from '../chart-theme.ts';
import {
  createKlineChart,
  createKlineFeed,
  disposeKlineChart,
  type PaneCanvas,
  redrawOverlay,
} from '../kline/kline.ts';
import { klineStyles } from '../kline/kline-styles.ts';
import { chartPointAt, klinePaneId, mainArea, visibleBars } from '../kline/library.ts';
import { createAxisWidth } from '../kline/library-axes.ts';
import { createPaneHeights } from '../kline/pane-heights.ts';
import {
  createViewport,
  crosshairAt,
  hideCrosshair,
  pictureOf,
  putCrosshair,
  putCrosshairAt,
} from '../kline/viewport.ts';
import { NO_ARRANGEMENT } from '../layout/chart-layout.ts';
import { lookText } from '../layout/read-layout.ts';
import { addPointers, resetTimeAxis, yieldToPage } from '../pointers.ts';
import { latePainters, loadLatePainters } from '../scene/late-painters.ts';
import { createBarStore } from '../state/bar-store.ts';
import {
  type ChartState,
  drawnScale,
  drawnZone,
  lastFinalMs,
  mayBeLog,
  newestClosedBars,
  nothingLoaded,
} from '../state/chart-state.ts';
import { createHeikinAshi } from '../state/heikin-ashi.ts';
import { createMeasureTool, type MeasureTool } from '../state/measure-tool.ts';
import { barIndexAt, createMarkStore } from '../studies/marks/mark-store.ts';
import { createStudySet } from '../studies/study-set.ts';
import { addTouchGestures } from '../touch.ts';
import { createUndoHistory } from '../undo-history.ts';
import { createAlertLayer } from './alert-layer.ts';
import { createChartBars } from './bars.ts';
import { createComparison } from './comparison.ts';
import { createDrawingLayer } from './drawing-layer.ts';
import { createEmitter, createEventPublisher, createLayoutWatch, marksAt } from './events.ts';
import { createLoading } from './loading.ts';
import { createArranging, createPaneSync, followPage } from './panes.ts';
import { createTimeFollower } from './time-follower.ts';
import { applyMainAxis, followVisibleBars } from './value-axes.ts';

export type ChartOptions = {
  theme: ChartTheme;
  zone: ChartZone;
  studies: readonly ChartStudy[];
  /** Differences from the usual look. */
  look?: Partial<FirstLook>;
  /** Size of all texts in proportion to the usual one; default 1. */
  textScale?: number;
  /** The server's clock, which decides which bars are closed. */
  now: () => number;
  /** The clock of loads, where another one decides which bars are closed; default `now`. */
  loadNow?: () => number;
  /** A chart inside a scrolling page: upright swipes and the plain wheel scroll the page. */
  isEmbedded?: boolean;
  /** Without it nothing can be compared. */
  openCompared?: OpenCompared;
};

/** The first look of a chart; each part has a method that changes it. */
type FirstLook = Pick<
  ChartState['view'],
  'candleType' | 'priceScale' | 'hasVolume' | 'guides' | 'scalesPriceOnly'
>;

const USUAL_LOOK: FirstLook = {
  candleType: 'candles',
  priceScale: 'normal',
  hasVolume: true,
  guides: USUAL_GUIDES,
  scalesPriceOnly: false,
};

function createState(
  container: HTMLElement,
  options: ChartOptions,
  { measure, onComputed }: { measure: ChartState['measure']; onComputed: () => void },
): ChartState {
  const bars = createBarStore();
  const onTechnical = (redraw: () => void) => {
    // If that fails, the next change of the studies tries again.
    if (!latePainters()) loadLatePainters().then(redraw, () => {});
  };
  const studies = createStudySet({ onComputed, onTechnical });
  studies.choose(options.studies);
  studies.restart(bars.columns(), 0);
  const view: ChartState['view'] = {
    theme: options.theme,
    font: getComputedStyle(container).fontFamily,
    textScale: options.textScale ?? 1,
    zone: options.zone,
    studies: options.studies,
    leftOut: null,
    compared: [],
    ...USUAL_LOOK,
    ...options.look,
    onlyPane: null,
    arrangement: NO_ARRANGEMENT,
    legendBox: null,
  };
  return {
    view,
    open: null,
    bars,
    heikinAshi: createHeikinAshi(),
    studies,
    marks: createMarkStore({ computed: studies.marksBetween, times: bars.columns }),
    timeAxis: createTimeAxis({ times: bars.columns, textScale: () => view.textScale }),
    isAboveZero: true,
    percent: null,
    percentFromMs: null,
    compared: null,
    formingIndex: -1,
    closed: { count: 0, revision: 0, isClosing: false },
    unreadFromMs: null,
    loading: nothingLoaded(),
    measure,
    now: options.now,
    loadNow: options.loadNow ?? options.now,
  };
}

type Parts = ReturnType<typeof createParts>;

function createParts(container: HTMLElement, options: ChartOptions) {
  const { on, emit, clear } = createEmitter();
  const redraw = () => redrawOverlay(chart, klinePaneId('main'));
  const measureTool: MeasureTool = createMeasureTool({ emit, redraw });
  const { measure } = measureTool;
  const state = createState(container, options, {
    measure,
    onComputed: () => bars.redrawStudies(),
  });
  const zone = () => drawnZone(state);
  // The first use of a zone takes milliseconds: better now than with the first bars.
  zoneOffsetMs(zone(), options.now());
  const chart = createKlineChart(container, {
    look: state.view,
    crosshairTime: (timeMs) =>
      state.open ? crosshairTimeText(state.open.resolution, zone(), timeMs) : '',
    timeTicks: state.timeAxis.ticks,
    dateAt: state.timeAxis.dateAt,
  });
  const axisWidth = createAxisWidth(chart, state.view);
  const undo = createUndoHistory((steps) => emit('undo', steps));
  const drawings = createDrawingLayer({ chart, state, emit, undo, redraw });
  const { board } = drawings;
  const alerts = createAlertLayer({ state, emit, redraw, frame: drawings.frame });
  const follower = createTimeFollower(drawings.frame, () => state.bars.length());
  let overlay: ChartOverlay | null = null;
  const layers = {
    tags: () => [...drawings.tags(), ...alerts.tags(), ...(overlay?.tags(state.view.theme) ?? [])],
    paint(canvas: PaneCanvas) {
      drawings.paint(canvas);
      alerts.paint(canvas.ctx);
      const pane = drawings.frame();
      const { theme } = state.view;
      if (pane) overlay?.paint({ ...pane, ctx: canvas.ctx, theme, text: state.view });
      follower.place();
    },
  };
  // After the picture, so that listeners never run inside the library's drawing.
  const onPainted = () => queueMicrotask(() => loading.onPainted());
  const panes = createPaneSync({ chart, state, axisWidth, layers, onPainted });
  const isEmbedded = options.isEmbedded ?? false;
  const paneHeights = createPaneHeights({
    chart,
    panes: panes.panes,
    view: state.view,
    mayFold: !isEmbedded,
  });
  const { places } = paneHeights;
  const layoutWatch = createLayoutWatch({ state, emit, drawings: board.all });
  const { touch } = layoutWatch;
  on('drawings', touch);
  const publisher = createEventPublisher({ chart, state, emit, places });
  const viewport = createViewport(chart);
  followVisibleBars(chart, state);
  const bars = createChartBars({
    state,
    feed: createKlineFeed(chart),
    viewport,
    axisWidth,
    publisher,
    applyAxis: () => applyMainAxis(chart, state),
    onOpened() {
      touch();
      comparison.follow();
    },
  });
  const open = options.openCompared ?? null;
  const comparison = createComparison({
    chart,
    state,
    emit,
    undo,
    open,
    redraw: bars.redraw,
    recompute: bars.recompute,
    redrawStudies: bars.redrawStudies,
    touch,
  });
  applyMainAxis(chart, state);
  panes.sync();
  paneHeights.apply();
  viewport.resetWidth();
  viewport.showNewest();
  const loading = createLoading({
    chart,
    state,
    emit,
    bars,
    viewport,
    publisher,
    measureTool,
    onPainted: comparison.onPainted,
  });
  const arranging = createArranging({ state, panes, paneHeights, undo, touch });
  const endPage = followPage({ container, chart, state, bars, paneHeights, viewport, arranging });
  const pointers = addPointers({
    container,
    chart,
    state,
    drawings: board.pointer,
    lines: () => [overlay?.pointer, alerts.pointer].filter((one) => one !== undefined),
    measureTool,
  });
  const ends = [
    endPage,
    pointers.end,
    addTouchGestures(container, chart, { isEmbedded, taps: pointers.taps }),
    resetTimeAxis(container, chart, viewport),
    comparison.end,
    isEmbedded ? yieldToPage(container, chart) : () => {},
    loading.end,
    state.studies.end,
    clear,
    () => disposeKlineChart(chart),
  ];
  return {
    chart,
    state,
    on,
    axisWidth,
    bars,
    panes,
    paneHeights,
    arranging,
    viewport,
    publisher,
    loading,
    measureTool,
    undo,
    board,
    alerts: alerts.methods,
    setOverlay(next: ChartOverlay | null) {
      overlay = next;
      redraw();
    },
    followTimes(times: readonly number[], place: PlaceTimes) {
      const stop = follower.follow(times, place);
      redraw();
      return stop;
    },
    layoutWatch,
    comparison,
    ends,
  };
}

function createLookMethods(parts: Parts) {
  const { chart, state, axisWidth, bars, panes, paneHeights, arranging, publisher } = parts;
  const { view } = state;
  const { touch } = parts.layoutWatch;
  const changeMainAxis = (change: Partial<typeof view>) => {
    Object.assign(view, change);
    applyMainAxis(chart, state);
    touch();
  };
  const applyStudies = () => {
    const scale = drawnScale(state);
    parts.comparison.follow();
    state.studies.choose(view.studies.filter(({ key }) => key !== view.leftOut));
    bars.recompute();
    if (drawnScale(state) !== scale) applyMainAxis(chart, state);
    arranging.apply();
  };
  return {
    setTheme(theme) {
      view.theme = theme;
      chart.setStyles(klineStyles(view));
    },
    setTextScale(textScale) {
      if (textScale === view.textScale) return;
      view.textScale = textScale;
      chart.setStyles(klineStyles(view));
      paneHeights.apply();
      axisWidth.reset();
      bars.redraw();
    },
    setCandleType: (candleType) => changeMainAxis({ candleType }),
    setPriceScale(priceScale) {
      changeMainAxis({ priceScale });
      return priceScale !== 'log' || mayBeLog(state);
    },
    setVolume: (hasVolume) => changeMainAxis({ hasVolume }),
    setPriceOnly: (scalesPriceOnly) => changeMainAxis({ scalesPriceOnly }),
    setGuides(guides) {
      view.guides = guides;
      chart.setStyles(klineStyles(view));
      touch();
    },
    setZone(zone) {
      view.zone = zone;
      bars.relabel();
      touch();
    },
    setStudies(studies) {
      view.studies = studies;
      applyStudies();
      touch();
    },
    setPublishedMarks(marks) {
      state.marks.publish(marks);
      bars.redraw();
      publisher.invalidate();
    },
    setOnlyPane(pane, leftOut = null) {
      view.onlyPane = pane;
      if (leftOut === view.leftOut) return arranging.apply();
      view.leftOut = leftOut;
      applyStudies();
    },
    setLegendBox(box) {
      view.legendBox = box;
      redrawOverlay(chart, klinePaneId('main'));
    },
    enlargePane(pane) {
      for (const one of ['main', ...panes.panes()]) {
        const size = one === pane ? 'maximize' : 'normal';
        chart.setPaneOptions({ id: klinePaneId(one), state: size });
      }
      if (pane === null) paneHeights.apply();
    },
    foldPane: arranging.fold,
    movePane: arranging.move,
    equalizePanes: arranging.equalize,
  } satisfies Partial<ChartEngine>;
}

function createViewMethods(parts: Parts) {
  const { chart, state, paneHeights, viewport, measureTool, board } = parts;
  const { loader } = parts.loading;
  const showLoaded = (fromMs: number, toMs: number, leastBars = 0) => {
    const first = state.bars.indexFrom(fromMs);
    const last = barIndexAt(state.bars.columns(), toMs);
    viewport.showBars(Math.max(0, Math.min(first, last - leastBars + 1)), last);
  };
  const showNewest = () => {
    loader.forgetGoal();
    loader.comeBack();
    viewport.showNewest();
  };
  const revealCrosshair = (index: number, bar: ChartBar) => {
    viewport.reveal(index);
    putCrosshair(chart, index, bar.close);
  };
  /** A drawing that is placed by keys follows the crosshair as it follows a mouse. */
  const followCrosshair = () => {
    const place = crosshairAt(chart);
    if (place && board.isBusy()) board.pointer.move({ ...place, reachPx: 0, isStraight: false });
  };
  return {
    showSpan(fromMs, toMs, leastBars) {
      loader.comeBack();
      showLoaded(fromMs, toMs, leastBars);
      loader.reachBack(fromMs, () => showLoaded(fromMs, toMs, leastBars));
    },
    showNewest,
    showOldest() {
      loader.goTo(Number.NEGATIVE_INFINITY, () => {
        viewport.showOldest();
        if (state.loading.failed === 'older') viewport.showMissing();
      });
    },
    showTime(timeMs, untilMs, onShown) {
      loader.goTo(timeMs, () => {
        if (untilMs !== null) showLoaded(timeMs, untilMs);
        else viewport.showInMiddle(barIndexAt(state.bars.columns(), timeMs));
        onShown?.();
      });
    },
    resetView() {
      paneHeights.reset();
      paneHeights.apply();
      applyMainAxis(chart, state);
      viewport.resetWidth();
      showNewest();
    },
    zoom(factor) {
      viewport.zoom(factor, crosshairAt(chart)?.x ?? null);
    },
    moveCrosshair(bars, dyPx) {
      const place = crosshairAt(chart);
      if (dyPx !== undefined && place) {
        const x = place.x + bars * chart.getBarSpace().bar;
        putCrosshairAt(chart, x, place.y + dyPx + (chart.getSize(place.paneId)?.top ?? 0));
        followCrosshair();
        return true;
      }
      const last = state.bars.length() - 1;
      const start = place?.index ?? last;
      const index = Math.max(0, Math.min(last, start + bars));
      const bar = state.bars.at(index);
      if (!bar || (index === start && bars !== 0)) return false;
      revealCrosshair(index, bar);
      followCrosshair();
      return true;
    },
    showCrosshairAt(timeMs, { isRevealed = false, isWithin = false } = {}) {
      const from = state.bars.indexFrom(timeMs);
      const index = isWithin && state.bars.at(from)?.time !== timeMs ? from - 1 : from;
      const bar = state.bars.at(index);
      if (!bar || (!isWithin && bar.time !== timeMs)) return;
      const visible = visibleBars(chart);
      if (isRevealed) revealCrosshair(index, bar);
      else if (index >= visible.from && index < visible.to) putCrosshair(chart, index, bar.close);
      else hideCrosshair(chart);
    },
    hideCrosshair: () => hideCrosshair(chart),
    plotWidthPx: () => mainArea(chart)?.widthPx ?? 0,
    crosshair() {
      const place = crosshairAt(chart);
      const area = mainArea(chart);
      if (!place || !area || place.paneId !== klinePaneId('main')) return null;
      return chartPointAt(chart, state.bars, { x: place.x, y: place.y + area.topPx });
    },
    studyAt: parts.panes.studyAt,
    tagAt: parts.panes.tagAt,
    marksAt: (x, y) => marksAt(chart, state, { x, y }),
    pointAt: (x, y) => chartPointAt(chart, state.bars, { x, y }),
    startMeasuring: measureTool.arm,
    stopMeasuring: measureTool.clear,
    picture: () => pictureOf(chart, state.view.theme),
    bars(most) {
      const bars = most === undefined ? state.bars : state.bars.newest;
      const count = bars.length();
      return bars.slice(Math.max(0, count - (most ?? count)), count);
    },
    closedBars: (most) => newestClosedBars(state, most),
    lastFinalMs: () => lastFinalMs(state),
  } satisfies Partial<ChartEngine>;
}

/**
 * A chart in a container, which gives it its size; empty until something is opened.
 * Throws where the browser has no canvas.
 */
export function createChart(container: HTMLElement, options: ChartOptions): ChartEngine {
  const parts = createParts(container, options);
  const { state, loading, board, comparison, undo, layoutWatch } = parts;
  const look = createLookMethods(parts);
  let isDisposed = false;
  return {
    open: loading.open,
    reload: () => loading.loader.reload(),
    retry: () => loading.loader.retry(),
    ...look,
    ...createViewMethods(parts),
    layout: layoutWatch.read,
    applyLayout(layout) {
      const before = layoutWatch.read();
      // Undo steps of another look would bring that look back.
      if (before && lookText(before) !== lookText(layout)) undo.clear();
      // Kept even if it cannot be drawn now: it may be once another symbol is open.
      state.view.priceScale = layout.priceScale;
      look.setCandleType(layout.candleType);
      look.setVolume(layout.hasVolume);
      look.setGuides(layout.guides);
      look.setPriceOnly(layout.scalesPriceOnly);
      look.setZone(layout.zone);
      const { panes, paneOrder, paneFolds } = layout;
      state.view.arrangement = { panes, paneOrder, paneFolds };
      look.setStudies(layout.studies);
      comparison.replaceAll(layout.compared);
      board.replaceAll(layout.drawings);
      // A step of the undo history is a change by the user.
      if (!undo.isRunning()) layoutWatch.adopt();
    },
    drawings: board,
    alerts: parts.alerts,
    setOverlay: parts.setOverlay,
    followTimes: parts.followTimes,
    comparison,
    history: undo,
    on: parts.on,
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      for (const end of parts.ends) end();
    },
  };
}
