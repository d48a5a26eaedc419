import { isBarClosed } from '@moneytrail/calendar';
import type { ChartBar } from '../chart-engine.ts';
import type { KlineFeed } from '../kline/kline-feed.ts';
import type { ChartState } from './chart-state.ts';

/** Everything that happens to the bars, carried through to studies, marks, axis and drawing. */
export type ChartBars = {
  /** All bars of what has just been opened; the newest come into view. */
  show: (bars: readonly ChartBar[]) => void;
  /** All bars of the same chart, read again; the view stays. */
  refresh: (bars: readonly ChartBar[]) => void;
  prepend: (bars: readonly ChartBar[]) => void;
  tick: (bars: readonly ChartBar[]) => void;
  /** Other studies, inputs, zone or published marks. */
  recompute: () => void;
  /** Looks whether time has closed the last bar. */
  judge: () => void;
};

export function createChartBars(state: ChartState, feed: KlineFeed): ChartBars {
  /** Number of bars that can no longer change, and whether the last one still can. */
  const closedCount = (): number => {
    const count = state.bars.length();
    const last = state.bars.at(count - 1);
    const { open } = state;
    const isClosed =
      last === null ||
      open === null ||
      isBarClosed(open.symbol.hours, open.resolution, last.time, state.now());
    state.formingIndex = isClosed ? -1 : count - 1;
    return isClosed ? count : count - 1;
  };
  const recompute = () => {
    const { open, view, bars } = state;
    state.timeAxis.reset(
      open && { hours: open.symbol.hours, resolution: open.resolution, zone: view.zone },
    );
    state.heikinAshi.reset();
    state.studies.restart(bars.columns(), closedCount());
    state.marks.place(bars.columns());
  };
  const all = () =>
    Array.from({ length: state.bars.length() }, (_, index) => state.bars.at(index)).filter(
      (bar) => bar !== null,
    );

  return {
    show(bars) {
      state.bars.replaceAll(bars);
      recompute();
      if (state.open) feed.open(state.open.symbol, state.open.resolution, bars);
    },
    refresh(bars) {
      state.bars.replaceAll(bars);
      recompute();
      feed.replaceAll(bars);
    },
    prepend(bars) {
      state.bars.prepend(bars);
      recompute();
      feed.prepend(bars);
    },
    tick(bars) {
      let isRepaired = false;
      for (const bar of bars) {
        const change = state.bars.apply(bar);
        if (change === 'repaired') isRepaired = true;
        else if (!isRepaired) state.studies.follow(state.bars.columns(), closedCount(), change);
      }
      if (isRepaired) {
        recompute();
        feed.replaceAll(all());
        return;
      }
      state.marks.place(state.bars.columns());
      for (const bar of bars) feed.update(bar);
    },
    recompute() {
      recompute();
      feed.redraw();
    },
    judge() {
      const before = state.formingIndex;
      const closed = closedCount();
      if (state.formingIndex === before) return;
      state.studies.close(state.bars.columns(), closed);
      feed.redraw();
    },
  };
}
