import { formatValue } from '../axis/format-value.ts';
import { union } from '../axis/value-extent.ts';
import type { BarSource, ChartBar } from '../chart-source.ts';
import type { KlineFeed } from '../kline/kline.ts';
import type { AxisWidth } from '../kline/library-axes.ts';
import type { Viewport } from '../kline/viewport.ts';
import { levelExtents, priceExtent } from '../scene/pane-extent.ts';
import {
  type ChartState,
  closedCountOf,
  drawnScale,
  drawnZone,
  isClosing,
  type OpenChart,
} from '../state/chart-state.ts';
import { studiedMarket } from '../studies/studied-market.ts';
import type { EventPublisher } from './events.ts';

/** The previous picture stays this long while another chart loads: cached bars then show no empty canvas. */
const FORMER_PICTURE_MS = 150;
const FIRST_SCREEN_BARS = 200;

/** Requests one call before the next picture; returns its cancellation. */
type NextFrame = (run: () => void) => () => void;

function nextFrame(run: () => void): () => void {
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
}

/**
 * Collects the ticks of a source until the next picture: the newest state of each bar, oldest bar first. Before the first
 * bars are loaded, ticks wait for them. In a hidden tab, which draws no pictures, one state a bar is kept.
 */
export function createTickBuffer(
  apply: (bars: ChartBar[]) => void,
  requestFrame: NextFrame = nextFrame,
) {
  const waiting = new Map<number, ChartBar>();
  let areBarsLoaded = false;
  let unsubscribe = () => {};
  let cancelFlush: (() => void) | null = null;
  const flush = () => {
    cancelFlush = null;
    const bars = [...waiting.values()].sort((a, b) => a.time - b.time);
    waiting.clear();
    apply(bars);
  };
  const close = () => {
    unsubscribe();
    unsubscribe = () => {};
    cancelFlush?.();
    cancelFlush = null;
    waiting.clear();
    areBarsLoaded = false;
  };
  return {
    /** Replaces the source. `onUnread`: see `BarSource`. */
    follow(source: BarSource, onUnread: (fromMs: number | null) => void): void {
      close();
      let isCurrent = true;
      const end = source.subscribe(
        (bar) => {
          if (!isCurrent) return;
          waiting.set(bar.time, bar);
          if (areBarsLoaded) cancelFlush ??= requestFrame(flush);
        },
        (fromMs) => isCurrent && onUnread(fromMs),
      );
      unsubscribe = () => {
        isCurrent = false;
        end();
      };
    },
    /** The first bars are loaded: drops waiting ticks older than the newest of them and applies the others. */
    release(newestMs: number): void {
      if (areBarsLoaded) return;
      areBarsLoaded = true;
      for (const timeMs of waiting.keys()) if (timeMs < newestMs) waiting.delete(timeMs);
      if (waiting.size > 0) cancelFlush ??= requestFrame(flush);
    },
    close,
  };
}

function noteClosed(state: ChartState, count: number): void {
  const revision = state.closed.revision + 1;
  state.closed = { count, revision, isClosing: isClosing(state, count - 1) };
}

/** Number of closed bars; updates the forming bar. */
function countClosed(state: ChartState): number {
  const { bars } = state;
  const closed = closedCountOf(state, bars);
  state.formingIndex = closed === bars.length() ? -1 : closed;
  const isOther = closed !== state.closed.count;
  if (isOther || isClosing(state, closed - 1) !== state.closed.isClosing) noteClosed(state, closed);
  return closed;
}

function resetTimes(state: ChartState): void {
  const { open, timeAxis } = state;
  const zone = drawnZone(state);
  timeAxis.reset(open && { hours: open.symbol.hours, resolution: open.resolution, zone });
}

function restart(state: ChartState, areBarsSame = false): void {
  resetTimes(state);
  state.heikinAshi.reset();
  const market = state.open ? studiedMarket(state.open) : undefined;
  state.studies.restart(state.bars.columns(), countClosed(state), { market, areBarsSame });
  noteClosed(state, state.closed.count);
}

/** Applies streamed bars while others than the newest are drawn. True when a closed bar changed. */
function applyUnseen(state: ChartState, bars: readonly ChartBar[]): boolean {
  const { newest } = state.bars;
  return bars
    .map((bar) => state.bars.apply(bar).kind)
    .some((kind) => {
      const isLastClosed = closedCountOf(state, newest) === newest.length();
      return kind === 'corrected' || kind === 'inserted' || (kind === 'changed' && isLastClosed);
    });
}

/** Applies streamed bars to columns, library and studies. True when an older bar changed: the studies must restart. */
function apply(state: ChartState, feed: KlineFeed, bars: readonly ChartBar[]): boolean {
  let mustRestart = false;
  for (const bar of bars) {
    const { kind, index } = state.bars.apply(bar);
    if (kind === 'unchanged') {
      // Its prices may have become final.
      const wasClosing = state.closed.isClosing;
      countClosed(state);
      if (state.closed.isClosing !== wasClosing) feed.redraw();
      continue;
    }
    if (kind === 'corrected' || kind === 'inserted') {
      if (kind === 'corrected') feed.correct(index, bar);
      else feed.insert(index, bar);
      mustRestart = true;
      continue;
    }
    // A bar that time has closed can still get its last price.
    if (kind === 'changed' && state.formingIndex < 0) noteClosed(state, state.closed.count);
    if (!mustRestart) state.studies.follow(state.bars.columns(), countClosed(state), kind);
    feed.update(bar);
  }
  return mustRestart;
}

/** The highest price of the first screen and its levels, as the axis writes it. */
function widestPrice(state: ChartState): string {
  const count = state.bars.length();
  const span = { from: count - FIRST_SCREEN_BARS, to: count };
  const { high } = levelExtents(state, span).reduce(union, priceExtent(state, span));
  return count === 0 ? '' : formatValue('price', high, state.open?.symbol.precision ?? 2);
}

type Deps = {
  state: ChartState;
  feed: KlineFeed;
  viewport: Viewport;
  axisWidth: AxisWidth;
  publisher: EventPublisher;
  /** Sets the price axis for the present scale. */
  applyAxis: () => void;
  /** Another chart has replaced the previous one. */
  onOpened: () => void;
};

export type ChartBars = ReturnType<typeof createChartBars>;

/** Carries every change of the bars, loaded or streamed, through to studies, marks, time axis, library and events. */
export function createChartBars({ state, feed, viewport, publisher, ...deps }: Deps) {
  /** The chart that replaces the drawn one with its first bars, or after a moment. */
  let next: OpenChart | null = null;
  let transition: ReturnType<typeof setTimeout> | undefined;
  /** The next picture is the first one of opened bars. */
  let isFresh = false;
  /** The number of closed bars among the newest ones while others are drawn. */
  let newestClosed = 0;

  const replace = (first: readonly ChartBar[]) => {
    clearTimeout(transition);
    const scale = drawnScale(state);
    if (next) {
      viewport.takeRoomBack();
      state.open = next;
      state.bars.comeBack();
    }
    next = null;
    isFresh = first.length > 0;
    deps.onOpened();
    state.bars.replaceAll(first);
    restart(state);
    if (!state.open) return;
    feed.open({ ...state.open, bars: first }, () => {
      if (drawnScale(state) !== scale) deps.applyAxis();
      deps.axisWidth.fit(widestPrice(state));
    });
  };
  const showNewest = (newest: readonly ChartBar[]) => {
    if (next || state.bars.length() === 0) replace(newest);
    else if (state.bars.isAway()) {
      state.bars.replaceAll(newest);
      noteNewest();
    } else {
      state.bars.replaceAll(newest);
      restart(state);
      feed.replaceAll(newest);
    }
    publisher.invalidate();
  };
  /** Away from the newest bars: the closed ones among them changed. */
  const noteNewest = () => {
    newestClosed = closedCountOf(state, state.bars.newest);
    noteClosed(state, state.closed.count);
  };
  /** Draws other bars of the same chart. */
  const redrawAll = () => {
    restart(state);
    feed.replaceAll(state.bars.slice(0, state.bars.length()));
    publisher.invalidate();
  };
  const recompute = (areBarsSame: boolean) => {
    restart(state, areBarsSame);
    feed.redraw();
    publisher.invalidate();
  };
  const ticks = createTickBuffer((waiting) => {
    const count = state.bars.length();
    if (state.bars.isAway()) {
      const isCorrected = applyUnseen(state, waiting);
      if (isCorrected || closedCountOf(state, state.bars.newest) !== newestClosed) noteNewest();
      feed.redraw();
    } else if (apply(state, feed, waiting)) recompute(false);
    viewport.takeAppended(state.bars.length() - count);
    publisher.invalidate();
  });
  return {
    /** Follows a source. The former picture stays until its first bars, or for a moment. `onUnread`: see `BarSource`. */
    open(opened: OpenChart, source: BarSource, onUnread: (fromMs: number | null) => void): void {
      next = opened;
      clearTimeout(transition);
      transition = setTimeout(() => replace([]), FORMER_PICTURE_MS);
      ticks.follow(source, onUnread);
    },
    /** The former chart is still drawn. */
    isOpening: () => next !== null,
    /** Whether the picture just painted is the first one of opened bars; true once. */
    takeFresh(): boolean {
      const wasFresh = isFresh;
      isFresh = false;
      return wasFresh;
    },
    /** The newest bars in place of all others. Those of another chart come into view; otherwise the view stays. */
    showNewest,
    /** The first whole page; waiting ticks follow. */
    showFirst(first: readonly ChartBar[]): void {
      showNewest(first);
      ticks.release(first.at(-1)?.time ?? Number.NEGATIVE_INFINITY);
    },
    prepend(bars: readonly ChartBar[]): void {
      state.bars.prepend(bars);
      resetTimes(state);
      state.heikinAshi.prepend(bars.length);
      state.studies.prepend(state.bars.columns(), countClosed(state), bars.length);
      feed.prepend(bars);
      publisher.invalidate();
    },
    /** Draws bars around a distant time instead of the newest ones. */
    showDistant(bars: readonly ChartBar[]): void {
      viewport.takeRoomBack();
      state.bars.leave(bars);
      noteNewest();
      redrawAll();
    },
    /** Bars newer than all drawn ones, up to the newest where they meet; the view stays. */
    append(bars: readonly ChartBar[]): void {
      const added = state.bars.append(bars);
      restart(state);
      viewport.holdPlace(added.length);
      feed.append(added);
      publisher.invalidate();
    },
    /** Draws the newest bars again. */
    showReturned(): void {
      state.bars.comeBack();
      redrawAll();
    },
    /** Studies or inputs changed. */
    recompute: () => recompute(true),
    /** The zone changed. */
    relabel(): void {
      resetTimes(state);
      feed.redraw();
    },
    redraw: feed.redraw,
    /** More values of studies are known. */
    redrawStudies(): void {
      feed.redraw();
      publisher.invalidate();
    },
    /** Checks whether time has closed the last bar. */
    updateForming(): void {
      if (state.bars.isAway()) {
        if (closedCountOf(state, state.bars.newest) !== newestClosed) noteNewest();
        return;
      }
      const before = state.formingIndex;
      const closed = countClosed(state);
      if (state.formingIndex === before) return;
      state.studies.close(state.bars.columns(), closed);
      feed.redraw();
    },
    end(): void {
      clearTimeout(transition);
      ticks.close();
    },
  };
}
