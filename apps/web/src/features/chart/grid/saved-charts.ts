import type { ChartEngine, ChartLayout, SingleLayout } from '@moneytrail/chart';
import { FIRST_CHART, NO_LINKS, sharesFor } from '@moneytrail/chart/model';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import { presentPreferences } from '../preferences/preferences.ts';
import { lookOf, type SavableEngine } from '../saved/savable-chart.ts';
import type { ChartCells } from './chart-cells.ts';

type PlacedLayout = { id: string; layout: SingleLayout };

/** The charts of a layout in the order of their places. */
export function chartsIn({ grid, ...first }: ChartLayout): PlacedLayout[] {
  if (!grid) return [{ id: FIRST_CHART, layout: first }];
  const { id, symbol, resolution } = grid.first;
  return [{ id, layout: { ...first, symbol, resolution } }, ...grid.cells];
}

/** A layout with one of its charts changed. */
export function withChart(layout: ChartLayout, id: string, changed: SingleLayout): ChartLayout {
  const { grid } = layout;
  if (!grid) return changed;
  if (grid.first.id === id) {
    const { symbol, resolution } = changed;
    return { ...changed, grid: { ...grid, first: { id, symbol, resolution } } };
  }
  const cells = grid.cells.map((cell) => (cell.id === id ? { id, layout: changed } : cell));
  return { ...layout, grid: { ...grid, cells } };
}

/** The charts of the page as one that is saved and restored. */
export function savedCharts({
  state,
  active,
  layoutOf,
  replace,
  forget,
  steps,
  onChange,
}: ChartCells): SavableEngine & {
  history: Pick<ChartEngine['history'], 'restore'> & {
    forgetGrid: () => void;
    onStep: (listener: () => void) => void;
  };
} {
  /**
   * The chart of a layout that is active on this page. A page that opens with one chart names an instrument, which belongs
   * to the chart that shows it; if none does, to the last active one of this device.
   */
  const activeIdIn = (layout: ChartLayout): string => {
    const charts = chartsIn(layout);
    const { activeId, cells } = state.get();
    const last = presentPreferences().activeChart;
    const shown = cells.length > 1 ? null : active()?.controller.engine.layout();
    const same = charts.filter(({ layout: of }) => shown && isSameTicker(of.symbol, shown.symbol));
    const exact = same.filter(({ layout: of }) => of.resolution === shown?.resolution);
    const [among = charts] = [exact, same].filter(({ length }) => length > 0);
    const ids = among.map(({ id }) => id);
    const wanted = cells.length > 1 ? [activeId, last] : [last, activeId];
    return wanted.find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? FIRST_CHART;
  };
  return {
    /** Null while one of the charts has no instrument yet. */
    layout() {
      const { cells, links, columns, rows } = state.get();
      const all = cells.flatMap((cell): PlacedLayout[] => {
        const layout = layoutOf(cell);
        return layout ? [{ id: cell.id, layout }] : [];
      });
      const [first, ...others] = all;
      if (!first || all.length < cells.length) return null;
      if (others.length === 0) return first.layout;
      const { symbol, resolution } = first.layout;
      const at = { id: first.id, symbol, resolution };
      return { ...first.layout, grid: { first: at, cells: others, links, columns, rows } };
    },
    applyLayout(next) {
      const charts = chartsIn(next);
      replace(
        charts.map(({ id, layout }) => {
          const { symbol, resolution } = layout;
          const look = { inputs: presentPreferences().inputs, ...lookOf(layout) };
          return { cell: { id, symbol, resolution, look }, layout };
        }),
        {
          activeId: activeIdIn(next),
          links: next.grid?.links ?? NO_LINKS,
          ...sharesFor(charts.length, next.grid ?? state.get()),
        },
      );
    },
    activeIn(layout) {
      const id = activeIdIn(layout);
      const { grid: _others, ...first } = layout;
      return {
        layout: chartsIn(layout).find((chart) => chart.id === id)?.layout ?? first,
        withChanged: (changed) => withChart(layout, id, changed),
      };
    },
    drawings: {
      all: () => active()?.controller.engine.drawings.all() ?? [],
      isBusy: () => active()?.controller.engine.drawings.isBusy() ?? false,
    },
    history: {
      restore: (done, undone) => active()?.controller.engine.history.restore(done, undone),
      forgetGrid: forget,
      onStep: steps.subscribe,
    },
    onChange,
  };
}
