import { isDateResolution, type Resolution } from '@moneytrail/calendar';
import {
  type AxisRange,
  type AxisTick,
  type Bounding,
  type Chart,
  type DataLoader,
  dispose,
  init,
  type KLineData,
  type OverlayCreateFiguresCallbackParams,
  type OverlayFigure,
  type Period,
  registerFigure,
  registerIndicator,
  registerOverlay,
  utils,
  type XAxis,
  type YAxis,
} from 'klinecharts';
import type { TimeAxis } from '../axis/time-axis.ts';
import { createToY, type ScaleSpan } from '../axis/value-scale.ts';
import type { ChartGuides } from '../chart-look.ts';
import type { ChartBar, ChartSymbol } from '../chart-source.ts';
import type { ChartTheme } from '../chart-theme.ts';
import type { Frame } from '../paint/frame.ts';
import { type TextLook, textPx } from '../paint/text-size.ts';
import { drawnAxis } from './drawn-axes.ts';
import { klineStyles } from './kline-styles.ts';
import { guarded, placeOfBar, visibleBars } from './library.ts';
import { LEAST_AXIS_PX, registerValueAxis } from './library-axes.ts';
import { BAR_SPACE_LIMIT } from './viewport.ts';

/** At the usual text size, a label closer to the right edge would be clipped. */
const RIGHT_EDGE_PX = 20;
/** Left of the date at the left end of the time axis, and its letters from the top at the usual text size. */
export const TIME_HEAD = { leftPx: 8, topPx: 11 };
/** Half of a label with the room beside it, at the usual text size. */
const TIME_LABEL_HALF_PX = 30;

/** The functions are called for each picture, and the text size of `look` is read then. */
type KlineOptions = {
  look: TextLook & { theme: ChartTheme; guides: ChartGuides };
  /** The crosshair's label on the time axis. */
  crosshairTime: (timeMs: number) => string;
  timeTicks: TimeAxis['ticks'];
  /** The date of a bar, which the time axis begins with. */
  dateAt: TimeAxis['dateAt'];
};

/** Creates the library's chart with our styles, texts and time axis. Throws where the browser has no canvas. */
export function createKlineChart(container: HTMLElement, options: KlineOptions): Chart {
  registerTemplates();
  const styles = klineStyles(options.look);
  const chart = init(container, {
    locale: 'en-US',
    // Our axes write times in the chart's zone; the library must not shift them.
    timezone: 'Etc/UTC',
    styles: { ...styles, yAxis: { ...styles.yAxis, size: LEAST_AXIS_PX } },
    zoomAnchor: 'cursor',
    hotkey: { enabled: false },
    layout: { barSpaceLimit: BAR_SPACE_LIMIT },
    // Our axes write their numbers.
    thousandsSeparator: { format: String },
    decimalFold: { format: String },
    formatter: {
      formatDate: ({ timestamp }) => options.crosshairTime(timestamp),
    },
  });
  if (!chart) throw new Error('The chart could not be created in its container.');
  const dom = chart.getDom();
  // The library's tabIndex 1 would come before the whole page. A focusable parent needs no second tab stop.
  if (dom) dom.tabIndex = container.closest('[tabindex="0"]') ? -1 : 0;
  const resize = chart.resize.bind(chart);
  // Without a place on the page it keeps its view for the next one; in a width of 0 the newest bars would leave it.
  chart.resize = () => {
    if (container.clientWidth > 0) resize();
  };
  chart.overrideXAxis({
    createTicks: ({ bounding, defaultTicks }) =>
      guarded(() => timeTicks(chart, options, bounding.width), defaultTicks),
  });
  return chart;
}

function timeTicks(chart: Chart, options: KlineOptions, widthPx: number): AxisTick[] {
  const { from, to } = visibleBars(chart);
  const { bar } = chart.getBarSpace();
  const xOfBar = (index: number) => placeOfBar(chart, index)?.x ?? 0;
  const first = xOfBar(from);
  // Choosing needs approximate places; the library gives the exact ones of the chosen bars.
  const visible = { from, to, xOf: (index: number) => first + (index - from) * bar };
  const { look } = options;
  const headPx = utils.calcTextWidth(options.dateAt(from), textPx(look), 500, look.font);
  const leftPx = TIME_HEAD.leftPx + headPx + TIME_LABEL_HALF_PX * look.textScale;
  const rightPx = widthPx - RIGHT_EDGE_PX * look.textScale;
  return options
    .timeTicks(visible)
    .map(({ index, text }) => ({ coord: xOfBar(index), value: text, text }))
    .filter(({ coord }) => coord > leftPx && coord < rightPx);
}

export function disposeKlineChart(chart: Chart): void {
  dispose(chart);
}

/** The library's name of a resolution, which spaces the times beyond the last bar. */
function klinePeriod(resolution: Resolution): Period {
  if (isDateResolution(resolution)) {
    const type = ({ '1D': 'day', '1W': 'week', '1M': 'month' } as const)[resolution];
    return { type, span: 1 };
  }
  return { type: 'minute', span: Number(resolution) };
}

function klineData({ time, open, high, low, close, volume }: ChartBar): KLineData {
  const bar = { timestamp: time, open, high, low, close };
  return volume === null ? bar : { ...bar, volume };
}

/** Most arguments of one call. */
const MOST_ARGUMENTS = 10_000;

/** Prepends in place: `unshift` moves the list without copying it. */
function putBefore(list: KLineData[], bars: readonly ChartBar[]): void {
  for (let end = bars.length; end > 0; end -= MOST_ARGUMENTS) {
    list.unshift(...bars.slice(Math.max(0, end - MOST_ARGUMENTS), end).map(klineData));
  }
}

type Opening = { symbol: ChartSymbol; resolution: Resolution; bars: readonly ChartBar[] };
export type KlineFeed = ReturnType<typeof createKlineFeed>;

/**
 * Gives our bars to the library, which never loads by itself: it takes all bars when a chart opens. Later changes are made
 * in its live list, and the last bar is sent again to lay out and draw. So an answer never meets the wrong request, and
 * pages can arrive at any time.
 */
export function createKlineFeed(chart: Chart) {
  let opening: KLineData[] = [];
  let onOpeningTaken = () => {};
  let asks = 0;
  let send: ((bar: KLineData) => void) | null = null;
  const loader: DataLoader = {
    getBars({ type, callback }) {
      asks += 1;
      const asked = asks;
      // A synchronous answer would run inside the library's own setter. A change of symbol and period asks twice; the
      // first answer would be discarded.
      queueMicrotask(() => {
        if (asked !== asks) return;
        if (type === 'init') onOpeningTaken();
        callback(type === 'init' ? opening : [], false);
      });
    },
    subscribeBar({ callback }) {
      send = callback;
    },
    unsubscribeBar() {
      send = null;
    },
  };
  const resendLast = () => {
    const last = chart.getDataList().at(-1);
    if (last && send) send({ ...last });
    else chart.resize();
  };
  /** The library's list once it has taken the opened bars. */
  const list = () => (send ? chart.getDataList() : opening);
  chart.setDataLoader(loader);

  return {
    /**
     * Shows bars from the newest on. The library takes them a moment later and calls `onTaken` just before, so that a
     * change of layout there is laid out once, together with the bars.
     */
    open({ symbol, resolution, bars }: Opening, onTaken: () => void): void {
      opening = bars.map(klineData);
      onOpeningTaken = onTaken;
      chart.setSymbol({
        ticker: symbol.ticker,
        pricePrecision: symbol.precision,
        volumePrecision: 0,
      });
      chart.setPeriod(klinePeriod(resolution));
    },
    /** Other bars of the same symbol: the distance to the newest bar stays. */
    replaceAll(bars: readonly ChartBar[]): void {
      const drawn = chart.getDataList();
      drawn.length = 0;
      for (const bar of bars) drawn.push(klineData(bar));
      resendLast();
    },
    /** Prepends older bars; the view stays. */
    prepend(bars: readonly ChartBar[]): void {
      putBefore(list(), bars);
      resendLast();
    },
    /** Appends newer bars; the distance to the last one stays. */
    append(bars: readonly ChartBar[]): void {
      const drawn = list();
      for (const bar of bars) drawn.push(klineData(bar));
      resendLast();
    },
    /** A new state of the newest bar, or the bar after it. */
    update(bar: ChartBar): void {
      if (send) send(klineData(bar));
      else if (opening.at(-1)?.timestamp === bar.time) opening[opening.length - 1] = klineData(bar);
      else opening.push(klineData(bar));
    },
    /** Changes an older bar; the next `redraw` draws it. */
    correct(index: number, bar: ChartBar): void {
      list()[index] = klineData(bar);
    },
    /** Inserts a missing bar before the one at an index; the next `redraw` draws it. */
    insert(index: number, bar: ChartBar): void {
      list().splice(index, 0, klineData(bar));
    },
    /** Draws again after a change of something other than the newest bar. */
    redraw: resendLast,
  };
}

/** The canvas of a pane or of its value axis, with the axes. */
export type PaneCanvas = {
  ctx: CanvasRenderingContext2D;
  bounding: Bounding;
  xAxis: XAxis;
  yAxis: YAxis;
};

/** The values on a pane's canvas, in the units of its axis. */
export function scaleOf({ bounding, yAxis }: PaneCanvas): ScaleSpan {
  const { from, range } = yAxis.getRange();
  return { from, span: range, heightPx: bounding.height, isLog: drawnAxis(yAxis).units.isLog };
}

export function frameOf(chart: Chart, canvas: PaneCanvas, formingIndex: number): Frame {
  const { from, to } = visibleBars(chart);
  return {
    ctx: canvas.ctx,
    widthPx: canvas.bounding.width,
    heightPx: canvas.bounding.height,
    from,
    to,
    barSpacePx: chart.getBarSpace().bar,
    xOf: (index) => canvas.xAxis.convertToPixel(index),
    toY: createToY(scaleOf(canvas)),
    formingIndex,
  };
}

/** Draws a pane's content once per picture. */
type ContentPainter = (frame: Frame, range: AxisRange) => void;

/** The canvas of the time axis. */
export type TimeCanvas = Pick<PaneCanvas, 'ctx'>;

/** Draws above the content: in the pane, on its value axis and, for one pane, on the time axis. */
type OverlayPainter = {
  pane: (canvas: PaneCanvas) => void;
  axis: (canvas: PaneCanvas) => void;
  time?: (canvas: TimeCanvas) => void;
};

const CONTENT = 'moneytrailContent';
const OVERLAY = 'moneytrailOverlay';
const PAINT = 'moneytrailPaint';

type PaintAttributes = { paint: (ctx: CanvasRenderingContext2D) => void };

const overlayPainters = new WeakMap<Chart, Map<string, OverlayPainter>>();
let areTemplatesRegistered = false;

type FigureParams = OverlayCreateFiguresCallbackParams<unknown>;

function figureOf(paint: PaintAttributes['paint']): OverlayFigure[] {
  return [{ type: PAINT, ignoreEvent: true, attrs: { paint } satisfies PaintAttributes }];
}

function overlayFigure(
  { chart, overlay, bounding, xAxis, yAxis }: FigureParams,
  layer: 'pane' | 'axis',
): OverlayFigure[] {
  const painter = overlayPainters.get(chart)?.get(overlay.paneId);
  if (!painter || !xAxis || !yAxis) return [];
  return figureOf((ctx) => painter[layer]({ ctx, bounding, xAxis, yAxis }));
}

function timeFigure({ chart, overlay }: FigureParams): OverlayFigure[] {
  const paint = overlayPainters.get(chart)?.get(overlay.paneId)?.time;
  return paint ? figureOf((ctx) => paint({ ctx })) : [];
}

/** Registers our templates with the library once per page. */
function registerTemplates(): void {
  if (areTemplatesRegistered) return;
  areTemplatesRegistered = true;
  registerValueAxis();
  registerIndicator({ name: CONTENT, figures: [], calc: () => [] });
  registerFigure<PaintAttributes>({
    name: PAINT,
    draw: (ctx, { paint }) => {
      ctx.save();
      guarded(() => paint(ctx), undefined);
      ctx.restore();
    },
    checkEventOn: () => false,
  });
  registerOverlay({
    name: OVERLAY,
    totalStep: 2,
    lock: true,
    createPointFigures: (params) => overlayFigure(params, 'pane'),
    createYAxisFigures: (params) => overlayFigure(params, 'axis'),
    createXAxisFigures: timeFigure,
  });
}

/** Adds a painter of a pane's content, between grid and crosshair; creates the pane where it is missing. */
export function addContent(
  chart: Chart,
  place: { id: string; paneId: string },
  formingIndex: () => number,
  paint: ContentPainter,
): void {
  chart.createIndicator(
    {
      name: CONTENT,
      ...place,
      draw: ({ ctx, bounding, xAxis, yAxis }) => {
        const canvas = { ctx, bounding, xAxis, yAxis };
        guarded(() => paint(frameOf(chart, canvas, formingIndex()), yAxis.getRange()), undefined);
        return true;
      },
    },
    true,
  );
}

/** Adds an overlay painter to a pane; a recreated pane needs it again. */
export function addOverlayPainter(chart: Chart, paneId: string, painter: OverlayPainter): void {
  const painters = overlayPainters.get(chart) ?? new Map<string, OverlayPainter>();
  overlayPainters.set(chart, painters.set(paneId, painter));
  const id = `overlay-${paneId}`;
  chart.removeOverlay({ id });
  // The library draws only overlays that have a point; its value does not matter.
  chart.createOverlay({
    name: OVERLAY,
    id,
    paneId,
    groupId: OVERLAY,
    lock: true,
    points: [{ value: 0 }],
    onRightClick: (event) => event.preventDefault?.(),
  });
}

/** Redraws the overlay without the content. */
export function redrawOverlay(chart: Chart, paneId: string): void {
  const id = `overlay-${paneId}`;
  const [overlay] = chart.getOverlays({ id });
  if (overlay) chart.overrideOverlay({ id, zLevel: overlay.zLevel === 1 ? 2 : 1 });
}

export function removeOverlayPainter(chart: Chart, paneId: string): void {
  overlayPainters.get(chart)?.delete(paneId);
  chart.removeOverlay({ id: `overlay-${paneId}` });
}
