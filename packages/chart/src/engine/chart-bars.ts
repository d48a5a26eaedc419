import { isBarClosed } from '@moneytrail/calendar';
import type { ChartBar } from '../chart-source.ts';
import type { KlineFeed } from '../kline/kline-feed.ts';
import { type ChartState, drawnZone } from './chart-state.ts';

/** Everything that happens to the bars, carried through to studies, marks, axis and drawing. */
export type ChartBars = {
  /** All bars of what has just been opened; the newest come into view. `onTaken`: see the feed. */
  show: (bars: readonly ChartBar[], onTaken: () => void) => void;
  /** All bars of the same chart, read again; the view stays. */
  refresh: (bars: readonly ChartBar[]) => void;
  prepend: (bars: readonly ChartBar[]) => void;
  tick: (bars: readonly ChartBar[]) => void;
  /** Other studies or inputs. */
  recompute: () => void;
  /** Another zone. */
  relabel: () => void;
  /** Something other than the bars has changed. */
  redraw: () => void;
  /** Looks whether time has closed the last bar. */
  updateForming: () => void;
};

/** Number of bars that can no longer change; notes whether the last one still can. */
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

function noteClosed(state: ChartState, count: number): void {
  state.closed = { count, revision: state.closed.revision + 1 };
}

function resetTimes(state: ChartState): void {
  const { open, timeAxis } = state;
  const zone = drawnZone(state);
  timeAxis.reset(open && { hours: open.symbol.hours, resolution: open.resolution, zone });
}

function restart(state: ChartState): void {
  resetTimes(state);
  state.heikinAshi.reset();
  state.studies.restart(state.bars.columns(), countClosed(state));
  noteClosed(state, state.closed.count);
}

/**
 * Takes bars from the stream to the columns, the drawing and the studies, which follow each bar; true where one was
 * further back, so that they have to start over instead.
 */
function take(state: ChartState, feed: KlineFeed, bars: readonly ChartBar[]): boolean {
  let isOver = false;
  for (const bar of bars) {
    const { kind, index } = state.bars.apply(bar);
    if (kind === 'unchanged') continue;
    if (kind === 'corrected') feed.correct(index, bar);
    else if (kind === 'inserted') feed.insert(index, bar);
    if (kind === 'corrected' || kind === 'inserted') {
      isOver = true;
      continue;
    }
    // A bar that was closed by time alone gets its last price later.
    if (kind === 'changed' && state.formingIndex < 0) noteClosed(state, state.closed.count);
    if (!isOver) state.studies.follow(state.bars.columns(), countClosed(state), kind);
    feed.update(bar);
  }
  return isOver;
}

export function createChartBars(state: ChartState, feed: KlineFeed): ChartBars {
  return {
    show(bars, onTaken) {
      state.bars.replaceAll(bars);
      restart(state);
      if (state.open) feed.open({ ...state.open, bars }, onTaken);
    },
    refresh(bars) {
      state.bars.replaceAll(bars);
      restart(state);
      feed.replaceAll(bars);
    },
    prepend(bars) {
      state.bars.prepend(bars);
      resetTimes(state);
      state.heikinAshi.prepend(bars.length);
      state.studies.prepend(state.bars.columns(), countClosed(state), bars.length);
      feed.prepend(bars);
    },
    tick(bars) {
      if (!take(state, feed, bars)) return;
      restart(state);
      feed.redraw();
    },
    recompute() {
      restart(state);
      feed.redraw();
    },
    relabel() {
      resetTimes(state);
      feed.redraw();
    },
    redraw: feed.redraw,
    updateForming() {
      const before = state.formingIndex;
      const closed = countClosed(state);
      if (state.formingIndex === before) return;
      state.studies.close(state.bars.columns(), closed);
      feed.redraw();
    },
  };
}
