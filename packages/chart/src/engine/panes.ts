import { SECOND_MS } from '@moneytrail/calendar';
import type { ValueFormat } from '@moneytrail/indicators';
import { createFromY, createToY } from '../axis/value-scale.ts';
import type { PaneId, PointedTag, StudyLine } from '../chart-events.ts';
import type { DrawingFrame } from '../drawings/drawing-frame.ts';
import type { TimePlaces } from '../drawings/time-places.ts';
import {
  addContent,
  addOverlayPainter,
  frameOf,
  type PaneCanvas,
  redrawOverlay,
  removeOverlayPainter,
  scaleOf,
  TIME_HEAD,
  type TimeCanvas,
} from '../kline/kline.ts';
import { type KlineChart, klinePaneId, visibleBars } from '../kline/library.ts';
import type { AxisWidth } from '../kline/library-axes.ts';
import type { PaneHeights } from '../kline/pane-heights.ts';
import type { Viewport } from '../kline/viewport.ts';
import type { PaneArrangement } from '../layout/chart-layout.ts';
import { foldedPx, inChosenOrder, withMove } from '../layout/pane-plan.ts';
import { canvasFont } from '../paint/text-size.ts';
import { paintMeasure } from '../scene/drawings.ts';
import { paintMain } from '../scene/main-pane.ts';
import { studyAt } from '../scene/study-at.ts';
import { paintStudyPane } from '../scene/study-panes.ts';
import {
  type DrawnTags,
  eraseCovered,
  type LevelTag,
  paintTagNames,
  paintTagValues,
  placeTags,
  tagAt,
} from '../scene/tags.ts';
import type { ChartState } from '../state/chart-state.ts';
import { inPaneOrder } from '../studies/study-places.ts';
import type { UndoHistory } from '../undo-history.ts';
import type { ChartBars } from './bars.ts';
import { applyStudyAxis } from './value-axes.ts';

/** The main pane for drawings, with even bar spacing also beyond the loaded bars. */
export function drawingFrameOf(
  chart: KlineChart,
  canvas: PaneCanvas,
  { times, textScale }: { times: TimePlaces; textScale: number },
): DrawingFrame {
  const scale = scaleOf(canvas);
  const { from } = visibleBars(chart);
  const { bar } = chart.getBarSpace();
  const first = canvas.xAxis.convertToPixel(from);
  return {
    widthPx: canvas.bounding.width,
    heightPx: canvas.bounding.height,
    topPx: chart.getSize(klinePaneId('main'))?.top ?? 0,
    textScale,
    times,
    xOf: (index) => first + (index - from) * bar + 0.5,
    indexAt: (x) => from + (x - 0.5 - first) / bar,
    toY: createToY(scale),
    priceAt: createFromY(scale),
  };
}

/** The panes of visible studies, or the only chosen one. */
function wantedPanes({ view, studies }: ChartState): PaneId[] {
  const panes = inPaneOrder(studies.shown().map(({ pane }) => pane)).filter(
    (pane) => pane !== 'main' && (view.onlyPane === null || view.onlyPane === pane),
  );
  return inChosenOrder(panes, view.arrangement.paneOrder);
}

function axisFormat({ studies }: ChartState, pane: PaneId): ValueFormat {
  const ofPane = studies.shown().filter((study) => study.pane === pane);
  const study = ofPane.find(({ definition }) => definition.axis === 'right') ?? ofPane[0];
  return study?.definition.outputs[0]?.format ?? 'percent';
}

type PaneSyncDeps = {
  chart: KlineChart;
  state: ChartState;
  axisWidth: AxisWidth;
  /** Drawings and alerts over the main pane, with the tags of their level lines. */
  layers: { paint: (canvas: PaneCanvas) => void; tags: () => LevelTag[] };
  /** Called after the overlay of the main pane, which every picture has. */
  onPainted: () => void;
};

/** Keeps one pane of the library for each wanted study pane, and paints all panes. */
export function createPaneSync({ chart, state, axisWidth, layers, onPainted }: PaneSyncDeps) {
  let panes: PaneId[] = [];
  /** The last picture of the library, by pane: a pointer hits what the user saw. */
  const canvases = new Map<PaneId, PaneCanvas>();
  const drawnTags = new Map<PaneId, Omit<DrawnTags, 'axisWidthPx'>>();
  /** A pane of one line shows its legend only. */
  const isLine = (heightPx: number) => heightPx <= foldedPx(state.view.textScale);
  const tagsOf = (pane: PaneId, canvas: PaneCanvas) =>
    pane !== 'main' && isLine(canvas.bounding.height)
      ? []
      : placeTags(
          state,
          pane,
          createToY(scaleOf(canvas)),
          canvas.bounding,
          pane === 'main' ? layers.tags() : [],
        );
  const paintOverlay = (pane: PaneId, canvas: PaneCanvas) => {
    const { ctx, bounding, xAxis } = canvas;
    const { width: widthPx, height: heightPx } = bounding;
    canvases.set(pane, canvas);
    if (pane === 'main') layers.paint(canvas);
    const tags = tagsOf(pane, canvas);
    const nameWidthsPx = paintTagNames(state, ctx, tags, widthPx);
    const { textScale } = state.view;
    drawnTags.set(pane, { tags, nameWidthsPx, textScale, paneWidthPx: widthPx });
    if (pane !== 'main') return;
    const toY = createToY(scaleOf(canvas));
    const xOf = (index: number) => xAxis.convertToPixel(index);
    paintMeasure(state, { ctx, widthPx, heightPx, xOf, toY });
    onPainted();
  };
  const paintAxis = (pane: PaneId, canvas: PaneCanvas) => {
    const { ctx, bounding, yAxis } = canvas;
    const tags = tagsOf(pane, canvas);
    const ticks = yAxis.getTicks();
    const texts = [...ticks, ...tags].map(({ text }) => text);
    // After the picture, as a change of width starts a new layout.
    queueMicrotask(() => axisWidth.grow(texts));
    eraseCovered(state, ctx, tags, {
      labelsPx: ticks.map(({ coord }) => coord),
      widthPx: bounding.width,
    });
    paintTagValues(state, ctx, tags, bounding.width);
  };
  const paintTimeHead = ({ ctx }: TimeCanvas) => {
    const { view } = state;
    const text = state.timeAxis.dateAt(visibleBars(chart).from);
    if (!text) return;
    ctx.font = canvasFont(view, 500);
    ctx.textAlign = 'left';
    ctx.textBaseline = 'top';
    ctx.fillStyle = view.theme.axisText;
    ctx.fillText(text, TIME_HEAD.leftPx, TIME_HEAD.topPx * view.textScale);
  };
  const addPane = (pane: PaneId) => {
    const paneId = klinePaneId(pane);
    addContent(
      chart,
      { id: `content-${pane}`, paneId },
      () => state.formingIndex,
      pane === 'main'
        ? (frame) => paintMain(state, frame)
        : (frame, range) => {
            if (!isLine(frame.heightPx)) paintStudyPane(state, frame, pane, range);
          },
    );
    addOverlayPainter(chart, paneId, {
      pane: (canvas) => paintOverlay(pane, canvas),
      axis: (canvas) => paintAxis(pane, canvas),
      ...(pane === 'main' && { time: paintTimeHead }),
    });
  };
  addPane('main');
  /** The pane at a height and its place in the chart, px; null between panes. */
  const paneAt = (y: number) => {
    for (const pane of canvases.keys()) {
      const size = chart.getSize(klinePaneId(pane));
      if (size && y >= size.top && y <= size.top + size.height) return { ...size, pane };
    }
    return null;
  };

  return {
    /** The existing study panes, top to bottom. */
    panes: (): readonly PaneId[] => panes,
    /** The line of a study that passes a place, px from the chart's top left corner; null where there is none. */
    studyAt(x: number, y: number): StudyLine | null {
      const place = paneAt(y);
      const canvas = place && canvases.get(place.pane);
      if (!canvas || x > canvas.bounding.width) return null;
      const frame = frameOf(chart, canvas, state.formingIndex);
      return studyAt(state, frame, place.pane, { x, y: y - place.top });
    },
    /** The tag of a study at a place, px from the chart's top left corner; null where there is none. */
    tagAt(x: number, y: number): PointedTag | null {
      const place = paneAt(y);
      const drawn = place && drawnTags.get(place.pane);
      if (!drawn) return null;
      const { top, width } = place;
      const axisWidthPx = width - drawn.paneWidthPx;
      const tag = tagAt({ ...drawn, axisWidthPx }, { x, y: y - top });
      return tag && { ...tag, topPx: top + tag.topPx, bottomPx: top + tag.bottomPx };
    },
    /** Creates and removes panes and sets their axes after a change of studies. */
    sync(): void {
      const wanted = wantedPanes(state);
      for (const pane of panes) {
        if (wanted.includes(pane)) continue;
        removeOverlayPainter(chart, klinePaneId(pane));
        canvases.delete(pane);
        drawnTags.delete(pane);
        chart.removeIndicator({ id: `content-${pane}` });
      }
      for (const pane of wanted) if (!panes.includes(pane)) addPane(pane);
      panes = wanted;
      for (const pane of panes) applyStudyAxis(chart, state, pane, axisFormat(state, pane));
    },
  };
}

export type Arranging = ReturnType<typeof createArranging>;

/** Changes of the panes by the user, each one undo step. */
export function createArranging(deps: {
  state: ChartState;
  panes: ReturnType<typeof createPaneSync>;
  paneHeights: PaneHeights;
  undo: UndoHistory;
  touch: () => void;
}) {
  const { panes, paneHeights, undo, touch } = deps;
  const { view } = deps.state;
  const apply = () => {
    panes.sync();
    paneHeights.apply();
  };
  const put = (arrangement: PaneArrangement) => {
    view.arrangement = arrangement;
    apply();
    touch();
  };
  const note = (from: PaneArrangement) => {
    const to = view.arrangement;
    undo.push({ undo: () => put(from), redo: () => put(to) });
    touch();
  };
  const change = (to: PaneArrangement) => {
    const from = view.arrangement;
    put(to);
    note(from);
  };
  return {
    /** Creates and removes panes and sets their heights. */
    apply,
    /** Makes a change since `from` an undo step. */
    note,
    fold: (pane: PaneId, isFolded: boolean) => change(paneHeights.folded(pane, isFolded)),
    move(pane: PaneId, by: number): void {
      const { paneOrder } = view.arrangement;
      const moved = withMove(paneOrder, panes.panes(), { pane, by });
      if (moved !== paneOrder) change({ ...view.arrangement, paneOrder: moved });
    },
    equalize: () => change(paneHeights.equalized()),
  };
}

type PageDeps = {
  container: HTMLElement;
  chart: KlineChart;
  state: ChartState;
  bars: ChartBars;
  paneHeights: PaneHeights;
  viewport: Viewport;
  arranging: Arranging;
};

/** Makes each drag of a pane border one undo step. */
function followBorders(deps: PageDeps, signal: AbortSignal): void {
  const { chart, state, paneHeights, arranging } = deps;
  let before: PaneArrangement | null = null;
  chart.subscribeAction('onPaneDrag', () => {
    before ??= state.view.arrangement;
    const from = before;
    // The library reports a drag before the panes have their new heights.
    queueMicrotask(() => {
      if (!signal.aborted) paneHeights.adopt(from);
    });
  });
  const onRelease = () => {
    if (!before) return;
    // A border may have left a pane between a line and its least height.
    arranging.apply();
    arranging.note(before);
    before = null;
  };
  for (const name of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(name, onRelease, { signal });
  }
}

/** Follows size, fonts, dragged borders and the passing of time. Returns its end. */
export function followPage(deps: PageDeps): () => void {
  const { container, chart, state, bars, paneHeights, viewport } = deps;
  const over = new AbortController();
  const resized = new ResizeObserver(() => {
    chart.resize();
    paneHeights.apply();
    viewport.fitRoom();
  });
  resized.observe(container);
  const clock = setInterval(() => {
    if (document.hidden || state.bars.length() === 0) return;
    const isForming = state.formingIndex >= 0;
    bars.updateForming();
    if (isForming) redrawOverlay(chart, klinePaneId('main'));
  }, SECOND_MS);
  followBorders(deps, over.signal);
  document.fonts.ready.then(() => {
    if (!over.signal.aborted) chart.resize();
  });
  return () => {
    over.abort();
    resized.disconnect();
    clearInterval(clock);
  };
}
