import { formatValue } from '../axis/format-value.ts';
import type { ChartEngine } from '../chart-engine.ts';
import type { ChartBar } from '../chart-source.ts';
import { visibleBars } from '../kline/visible-bars.ts';
import { createHistory, type History } from '../loading/history.ts';
import { mostBars } from '../loading/most-bars.ts';
import { createTickBuffer } from '../loading/tick-queue.ts';
import { mainExtent } from '../scene/pane-extent.ts';
import type { ChartParts } from './chart-parts.ts';
import type { ChartState, OpenChart } from './chart-state.ts';
import { applyMainAxis, drawnScale } from './value-axes.ts';

/** So long the former picture may stand while another chart loads: a change from cache then shows no empty canvas. */
const FORMER_PICTURE_MS = 150;
/** Older bars are asked for before the user reaches them: this many screens ahead. */
const SCREENS_AHEAD = 0.5;
const FIRST_SCREEN_BARS = 200;

type LoadingMethods = Pick<ChartEngine, 'open' | 'reload' | 'retry'> & {
  history: History;
  stop: () => void;
};

/** The highest price of the first screen and its levels, as the axis writes it. */
function widestPrice(state: ChartState): string {
  const count = state.bars.length();
  const { high } = mainExtent(state, { from: count - FIRST_SCREEN_BARS, to: count });
  return count === 0 ? '' : formatValue('price', high, state.open?.symbol.precision ?? 2);
}

/** The change from one chart to another: until the first bars, or a moment later, the former one stays drawn. */
function createTransition({ chart, state, bars, axisWidth, viewport, ...parts }: ChartParts) {
  let next: OpenChart | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFresh = false;
  const finish = (first: readonly ChartBar[]) => {
    clearTimeout(timer);
    const scale = drawnScale(state);
    if (next) {
      viewport.takeRoomBack();
      state.open = next;
    }
    next = null;
    isFresh = first.length > 0;
    parts.layoutWatch.touch();
    parts.comparison.onOpened();
    bars.show(first, () => {
      if (drawnScale(state) !== scale) applyMainAxis(chart, state);
      axisWidth.fit(widestPrice(state));
    });
  };
  return {
    isBetween: () => next !== null,
    /** Whether this is the first picture of bars that were opened; asked once for each picture. */
    takeFresh() {
      const wasFresh = isFresh;
      isFresh = false;
      return wasFresh;
    },
    begin(opening: OpenChart) {
      next = opening;
      clearTimeout(timer);
      timer = setTimeout(() => finish([]), FORMER_PICTURE_MS);
    },
    finish,
    cancel: () => clearTimeout(timer),
  };
}

/**
 * Loads older bars as the left edge comes near; what failed is asked for again when the user moves there. Returns what ends
 * it.
 */
function loadWhereLooked(
  { chart, publisher, loading, comparison }: ChartParts,
  history: History,
  takeFresh: () => boolean,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onUserMove = () => {
    history.forgetGoal();
    if (visibleBars(chart).from === 0) history.loadOlder({ isAgain: true });
  };
  chart.subscribeAction('onScroll', onUserMove);
  chart.subscribeAction('onZoom', onUserMove);
  const follow = () => {
    if (loading.isBetween()) return;
    publisher.publish();
    comparison.onPainted();
    const { from, to } = visibleBars(chart);
    if (from < (to - from) * SCREENS_AHEAD) history.loadOlder({ isAgain: false });
  };
  loading.onPainted = () => {
    // What the page makes of new bars takes long: they are on the screen before it begins.
    if (takeFresh()) timer = setTimeout(follow);
    else follow();
  };
  return () => clearTimeout(timer);
}

/** Opening, ticks and history: what comes from the source goes through here to the bars. */
export function createLoading(parts: ChartParts): LoadingMethods {
  const { chart, state, emitter, bars, publisher, viewport, measureTool } = parts;
  const limit = mostBars();
  const transition = createTransition(parts);
  const ticks = createTickBuffer((waiting) => {
    const count = state.bars.length();
    bars.tick(waiting);
    viewport.takeAppended(state.bars.length() - count);
    publisher.invalidate();
  });
  const show = (newest: readonly ChartBar[]) => {
    if (transition.isBetween() || state.bars.length() === 0) transition.finish(newest);
    else bars.refresh(newest);
    publisher.invalidate();
  };
  const history = createHistory({
    now: state.now,
    firstTime: () => state.bars.at(0)?.time ?? null,
    hasRoom: () => state.bars.length() < limit,
    onPart: show,
    onFirst(first) {
      show(first);
      ticks.release(first.at(-1)?.time ?? Number.NEGATIVE_INFINITY);
    },
    onOlder(older) {
      bars.prepend(older);
      publisher.invalidate();
    },
    onLoad(load) {
      emitter.emit('load', load);
      // The left edge shows what is under way or missing.
      if (load.kind === 'older' || load.kind === 'failed') chart.resize();
      if (load.kind === 'failed' && load.part === 'older') viewport.showMissing();
    },
  });
  Object.assign(parts.loading, {
    reachedBeginning: history.reachedBeginning,
    hasFailedSpan: history.hasFailedSpan,
    isLoadingOlder: history.isLoadingOlder,
    isBetween: transition.isBetween,
  });
  const stopFollowing = loadWhereLooked(parts, history, transition.takeFresh);
  const markUnread = (fromMs: number | null) => {
    if (state.unreadFromMs === fromMs) return;
    state.unreadFromMs = fromMs;
    bars.redraw();
    emitter.emit('unread', { fromMs });
  };

  return {
    history,
    open({ symbol, resolution, source }) {
      transition.begin({ symbol, resolution });
      publisher.reset();
      measureTool.clear();
      markUnread(null);
      ticks.switchTo(source, markUnread);
      history.open(source);
    },
    reload: history.reload,
    retry: history.retry,
    stop() {
      transition.cancel();
      stopFollowing();
      history.close();
      ticks.close();
    },
  };
}
