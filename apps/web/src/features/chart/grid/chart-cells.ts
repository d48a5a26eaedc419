import type { Resolution } from '@moneytrail/calendar';
import type { ChartLinks, GridShares, SingleLayout } from '@moneytrail/chart';
import { FIRST_CHART, NO_LINKS, sharesFor } from '@moneytrail/chart/model';
import type { QueryClient } from '@tanstack/react-query';
import { createValueStore } from '../../../lib/value-store.ts';
import { createPageChart, type PageChart } from '../controller/page-chart.ts';
import {
  type LayoutPreferences,
  layoutPreferences,
  presentPreferences,
  updatePreferences,
} from '../preferences/preferences.ts';

/** An instrument by its ticker, in a resolution. */
export type CellAt = { symbol: string; resolution: Resolution };

/** A chart of the page. The values of the active one are those it had before it became active. */
export type CellState = CellAt & { id: string; look: LayoutPreferences };

export type CellsState = GridShares & {
  /** In the order of their places. */
  cells: readonly CellState[];
  activeId: string;
  /** The chart that becomes active once the page shows its instrument. */
  wantedId: string | null;
  /** Removed once another one is active. */
  closingId: string | null;
  links: ChartLinks;
  /** The active chart has the whole area. */
  isEnlarged: boolean;
};

export type ChartCells = ReturnType<typeof createChartCells>;

/**
 * The charts of the page. One is active: the page's preferences, its address and everything around the charts are those of
 * that one. The others keep their look and draw on.
 */
export function createChartCells(queryClient: QueryClient) {
  const charts = new Map<string, PageChart>();
  const stops = new Map<PageChart, () => void>();
  /** The layouts of charts that have not been drawn, or whose instrument is not open yet. */
  const layouts = new Map<string, SingleLayout>();
  const listeners = new Set<() => void>();
  const state = createValueStore<CellsState>({
    cells: [
      {
        id: FIRST_CHART,
        symbol: '',
        resolution: '1D',
        look: layoutPreferences(presentPreferences()),
      },
    ],
    activeId: FIRST_CHART,
    wantedId: null,
    closingId: null,
    links: NO_LINKS,
    isEnlarged: false,
    ...sharesFor(1, { columns: [], rows: [] }),
  });
  const change = (changes: Partial<CellsState>) => state.set({ ...state.get(), ...changes });
  /** A change that belongs to the layout. */
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const active = (): PageChart | null => charts.get(state.get().activeId) ?? null;

  const keep = (id: string, chart: PageChart) => {
    charts.set(id, chart);
    if (!stops.has(chart)) stops.set(chart, chart.controller.engine.on('layout', changed));
  };
  const drop = (id: string) => {
    const chart = charts.get(id);
    charts.delete(id);
    layouts.delete(id);
    if (!chart) return;
    stops.get(chart)?.();
    stops.delete(chart);
    chart.controller.dispose();
    chart.element.remove();
  };

  const layoutOf = ({ id, symbol, resolution }: CellState): SingleLayout | null => {
    const drawn = charts.get(id)?.controller.engine.layout();
    if (id === state.get().activeId) return drawn ?? null;
    const layout = drawn ?? layouts.get(id);
    return layout ? { ...layout, symbol, resolution } : null;
  };

  const arrange = (
    next: readonly CellState[],
    ofNew: ReadonlyMap<string, SingleLayout> = new Map(),
    shares: GridShares = state.get(),
  ) => {
    const { cells, isEnlarged } = state.get();
    for (const { id } of cells) if (next.every((cell) => cell.id !== id)) drop(id);
    for (const [id, layout] of ofNew) layouts.set(id, layout);
    change({
      cells: next,
      closingId: null,
      // New charts are to be seen.
      isEnlarged: isEnlarged && next.length > 1 && next.length < cells.length,
      ...sharesFor(next.length, shares),
    });
    changed();
  };

  const remove = (id: string) => arrange(state.get().cells.filter((cell) => cell.id !== id));

  /** The chart that becomes active when an active one is closed: a neighbour, if possible one that shows its instrument. */
  const successorOf = (id: string | null): string | null => {
    const { cells } = state.get();
    const index = cells.findIndex((cell) => cell.id === id);
    if (index === -1) return null;
    const others = [...cells.slice(index + 1), ...cells.slice(0, index).reverse()];
    const isOpen = (cell: CellState) => charts.get(cell.id)?.controller.opened.get() != null;
    return (others.find(isOpen) ?? others[0])?.id ?? null;
  };

  return {
    state: { get: state.get, subscribe: state.subscribe },
    active,
    layoutOf,
    /** Calls back after each change that belongs to the layout. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Replaces all charts; the engine of the active one goes on. */
    replace(
      next: readonly { cell: CellState; layout: SingleLayout }[],
      changes: Partial<CellsState>,
    ): void {
      const before = state.get();
      const { activeId = before.activeId } = changes;
      const shown = active();
      if (shown && activeId !== before.activeId) {
        charts.delete(before.activeId);
        drop(activeId);
        charts.set(activeId, shown);
      }
      for (const { id } of before.cells) {
        if (id !== activeId && next.every(({ cell }) => cell.id !== id)) drop(id);
      }
      for (const { cell, layout } of next) {
        layouts.set(cell.id, layout);
        charts.get(cell.id)?.controller.engine.applyLayout(layout);
      }
      const cells = next.map(({ cell }) => cell);
      const isEnlarged = before.isEnlarged && cells.length > 1;
      change({ ...changes, cells, isEnlarged, wantedId: null, closingId: null });
    },
    /** Null until the chart has a place on the page. */
    chartOf: (id: string): PageChart | null => charts.get(id) ?? null,
    /** Takes the first chart of the page. */
    begin(chart: PageChart): void {
      keep(state.get().activeId, chart);
    },
    /** Moves a chart that is not active to its place; it is created with the first one. */
    place(cell: CellState, container: HTMLElement): PageChart {
      let chart = charts.get(cell.id);
      if (!chart) {
        chart = createPageChart(container, queryClient, cell.look);
        const of = layouts.get(cell.id);
        if (of) chart.controller.engine.applyLayout(of);
        keep(cell.id, chart);
      }
      container.append(chart.element);
      return chart;
    },
    /** Makes another chart the active one as soon as the page shows its instrument. Returns that; null for the active one. */
    want(id: string): CellAt | null {
      const { activeId, cells, closingId } = state.get();
      const wanted = cells.find((cell) => cell.id === id);
      const opened = active()?.controller.opened.get();
      const drawn = active()?.controller.engine.layout();
      if (id === activeId || !wanted || !opened) {
        change({ wantedId: null, closingId: null });
        return null;
      }
      if (drawn) layouts.set(activeId, drawn);
      const look = layoutPreferences(presentPreferences());
      const at = { symbol: opened.info.ticker, resolution: opened.resolution };
      const left = cells.map((cell) => (cell.id === activeId ? { ...cell, ...at, look } : cell));
      // A chart that was to be closed for another one stays.
      change({
        cells: left,
        wantedId: id,
        closingId: id === successorOf(closingId) ? closingId : null,
      });
      return { symbol: wanted.symbol, resolution: wanted.resolution };
    },
    /** The page shows another instrument by a choice of its own. */
    cancelWant(): void {
      if (state.get().wantedId !== null) change({ wantedId: null, closingId: null });
    },
    /** The page shows the instrument of the wanted chart. */
    activate(): void {
      const { cells, activeId, wantedId, closingId } = state.get();
      const wanted = cells.find(({ id }) => id === wantedId);
      const shown = active();
      if (!wanted || !shown) return;
      const { id, look } = wanted;
      if (!charts.has(id)) {
        // Where one chart is shown at a time, it shows them in turn.
        charts.delete(activeId);
        charts.set(id, shown);
        const of = layouts.get(id);
        if (of) shown.controller.engine.applyLayout(of);
      }
      updatePreferences({ ...look, activeChart: id });
      change({ activeId: id, wantedId: null, closingId: null });
      if (closingId !== null) remove(closingId);
    },
    /** Removes a chart. The active one stays until another one, which is returned, is active. */
    close(id: string): string | null {
      const { cells, activeId } = state.get();
      if (cells.length === 1) return null;
      if (id !== activeId) {
        remove(id);
        return null;
      }
      change({ closingId: id });
      return successorOf(id);
    },
    /** Changes which charts there are, and their order; the active one stays among them. New ones have a layout. */
    arrange,
    /** Changes charts that are not active. */
    changeCells(next: (cell: CellState) => CellState): void {
      const { cells, activeId } = state.get();
      const now = cells.map((cell) => (cell.id === activeId ? cell : next(cell)));
      if (now.every((cell, index) => cell === cells[index])) return;
      change({ cells: now });
      changed();
    },
    setLinks(links: ChartLinks): void {
      change({ links });
      changed();
    },
    /** `isDone` is false while a divider is being dragged. */
    setShares(shares: Partial<GridShares>, isDone: boolean): void {
      change(shares);
      if (isDone) changed();
    },
    enlarge(isEnlarged: boolean): void {
      change({ isEnlarged: isEnlarged && state.get().cells.length > 1 });
    },
    dispose(): void {
      for (const id of [...charts.keys()]) drop(id);
    },
  };
}
