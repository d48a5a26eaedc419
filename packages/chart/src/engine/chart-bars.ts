import { isBarClosed } from '@moneytrail/calendar';
import type { ChartBar } from '../chart-source.ts';
import type { KlineFeed } from '../kline/kline-feed.ts';
import type { ChartState } from './chart-state.ts';

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
  /** Other published marks. */
  placeMarks: () => void;
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

function resetTimes({ open, view, timeAxis }: ChartState): void {
  timeAxis.reset(
    open && { hours: open.symbol.hours, resolution: open.resolution, zone: view.zone },
  );
}

function restart(state: ChartState): void {
  resetTimes(state);
  state.heikinAshi.reset();
  state.studies.restart(state.bars.columns(), countClosed(state));
  state.marks.place(state.bars.columns());
  noteClosed(state, state.closed.count);
}

/** Takes bars from the stream; true if one of them corrected a bar further back. */
function take(state: ChartState, ticks: readonly ChartBar[]): boolean {
  let isRepaired = false;
  for (const tick of ticks) {
    const change = state.bars.apply(tick);
    if (change === 'repaired') isRepaired = true;
    else if (!isRepaired) {
      // A bar that was closed by time alone gets its last price later.
      if (change === 'changed' && state.formingIndex < 0) noteClosed(state, state.closed.count);
      state.studies.follow(state.bars.columns(), countClosed(state), change);
    }
  }
  return isRepaired;
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
      restart(state);
      feed.prepend(bars);
    },
    tick(bars) {
      if (take(state, bars)) {
        restart(state);
        feed.replaceAll(state.bars.all());
        return;
      }
      state.marks.place(state.bars.columns());
      for (const bar of bars) feed.update(bar);
    },
    recompute() {
      restart(state);
      feed.redraw();
    },
    relabel() {
      resetTimes(state);
      feed.redraw();
    },
    placeMarks() {
      state.marks.place(state.bars.columns());
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
