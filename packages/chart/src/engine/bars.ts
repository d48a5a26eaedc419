import { isBarClosed } from '@moneytrail/calendar';
import type { BarSource, ChartBar } from '../chart-source.ts';
import type { KlineFeed } from '../kline/kline.ts';
import { type ChartState, drawnZone } from '../state/chart-state.ts';

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
  state.closed = { count, revision: state.closed.revision + 1 };
}

/** Number of closed bars; updates the forming bar. */
function countClosed(state: ChartState): number {
  const { open, bars } = state;
  const count = bars.length();
  const last = bars.at(count - 1);
  const isClosed =
    last === null ||
    open === null ||
    isBarClosed(open.symbol.hours, open.resolution, last.time, state.now());
  state.formingIndex = isClosed ? -1 : count - 1;
  const closed = isClosed ? count : count - 1;
  if (closed !== state.closed.count) noteClosed(state, closed);
  return closed;
}

function resetTimes(state: ChartState): void {
  const { open, timeAxis } = state;
  const zone = drawnZone(state);
  timeAxis.reset(open && { hours: open.symbol.hours, resolution: open.resolution, zone });
}

function restart(state: ChartState): void {
  resetTimes(state);
  state.heikinAshi.reset();
  const isIndex = state.open?.symbol.isIndex ?? false;
  state.studies.restart(state.bars.columns(), countClosed(state), isIndex);
  noteClosed(state, state.closed.count);
}

/** Applies streamed bars to columns, library and studies. True when an older bar changed: the studies must restart. */
function apply(state: ChartState, feed: KlineFeed, bars: readonly ChartBar[]): boolean {
  let mustRestart = false;
  for (const bar of bars) {
    const { kind, index } = state.bars.apply(bar);
    if (kind === 'unchanged') continue;
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

export type ChartBars = ReturnType<typeof createChartBars>;

/** Carries every change of the bars through to studies, marks, time axis and library. */
export function createChartBars(state: ChartState, feed: KlineFeed) {
  const recompute = () => {
    restart(state);
    feed.redraw();
  };
  return {
    /** Bars of an opened chart; the newest come into view. `onTaken`: see `KlineFeed`. */
    show(bars: readonly ChartBar[], onTaken: () => void): void {
      state.bars.replaceAll(bars);
      restart(state);
      if (state.open) feed.open({ ...state.open, bars }, onTaken);
    },
    /** Other bars of the same chart; the view stays. */
    refresh(bars: readonly ChartBar[]): void {
      state.bars.replaceAll(bars);
      restart(state);
      feed.replaceAll(bars);
    },
    prepend(bars: readonly ChartBar[]): void {
      state.bars.prepend(bars);
      resetTimes(state);
      state.heikinAshi.prepend(bars.length);
      state.studies.prepend(state.bars.columns(), countClosed(state), bars.length);
      feed.prepend(bars);
    },
    tick(bars: readonly ChartBar[]): void {
      if (apply(state, feed, bars)) recompute();
    },
    /** Studies or inputs changed. */
    recompute,
    /** The zone changed. */
    relabel(): void {
      resetTimes(state);
      feed.redraw();
    },
    redraw: feed.redraw,
    /** Checks whether time has closed the last bar. */
    updateForming(): void {
      const before = state.formingIndex;
      const closed = countClosed(state);
      if (state.formingIndex === before) return;
      state.studies.close(state.bars.columns(), closed);
      feed.redraw();
    },
  };
}
