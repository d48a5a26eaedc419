import type { Resolution } from '@moneytrail/calendar';
import type { ChartLinks, GridShares, SingleLayout, UndoState } from '@moneytrail/chart';
import {
  createUndoHistory,
  FIRST_CHART,
  NO_LINKS,
  nextToRedo,
  nextToUndo,
  sharesFor,
} from '@moneytrail/chart/model';
import type { QueryClient } from '@tanstack/react-query';
import { createValueStore } from '../../../lib/value-store.ts';
import { createPageChart, type PageChart } from '../controller/page-chart.ts';
import type { MenuPlace } from '../pointing/menu-place.ts';
import {
  changeStudies,
  type LayoutPreferences,
  layoutPreferences,
  presentPreferences,
  type StudySettings,
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
  /** The active chart is removed once another one is active; the others then have these shares. */
  closing: { id: string; shares: GridShares; remove: () => void } | null;
  links: ChartLinks;
  /** The menu of a press on a chart that was not active. It opens once it is. */
  menu: (MenuPlace & { id: string }) | null;
  /** The active chart has the whole area. */
  isEnlarged: boolean;
};

export type ChartCells = ReturnType<typeof createChartCells>;

export function isAmong(cells: readonly CellState[], id: string | undefined): boolean {
  return cells.some((cell) => cell.id === id);
}

/**
 * The charts of the page. One is active: the page's preferences, its address and everything around the charts are those of
 * that one. The others keep their look and draw on.
 */
export function createChartCells(queryClient: QueryClient) {
  /** Removed ones too, without a place, so that they can come back with their undo steps. */
  const charts = new Map<string, PageChart>();
  const stops = new Map<PageChart, readonly (() => void)[]>();
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
    closing: null,
    links: NO_LINKS,
    menu: null,
    isEnlarged: false,
    ...sharesFor(1, { columns: [], rows: [] }),
  });
  const change = (changes: Partial<CellsState>) => {
    const { cells } = state.get();
    state.set({ ...state.get(), ...changes });
    if (state.get().cells.length !== cells.length) tellSteps();
  };
  /** A change that belongs to the layout. */
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const active = (): PageChart | null => charts.get(state.get().activeId) ?? null;

  const steps = createValueStore<UndoState>({ undoSerial: null, redoSerial: null });
  /** Steps of the arrangement of the charts; each chart has its own besides. */
  const arranged = createUndoHistory(() => tellSteps());
  /** The chart that the running step makes the active one. */
  let steppedTo: string | null = null;
  const histories = () =>
    [null, ...state.get().cells.map(({ id }) => id)].flatMap((id) => {
      const history = id === null ? arranged : charts.get(id)?.controller.engine.history;
      return history ? { id, ...history } : [];
    });
  const tellSteps = () => {
    const all = histories();
    const undoSerial = nextToUndo(all)?.state().undoSerial ?? null;
    const redoSerial = nextToRedo(all)?.state().redoSerial ?? null;
    steps.set({ undoSerial, redoSerial });
  };
  /** Takes a step on whichever chart it belongs to; returns that chart. */
  const take = (next: typeof nextToUndo, side: 'undo' | 'redo'): string | null => {
    const found = next(histories());
    steppedTo = found?.id ?? null;
    found?.[side]();
    return steppedTo;
  };

  const keep = (id: string, chart: PageChart) => {
    charts.set(id, chart);
    const { on } = chart.controller.engine;
    if (!stops.has(chart)) stops.set(chart, [on('layout', changed), on('undo', tellSteps)]);
  };
  const drop = (id: string) => {
    const chart = charts.get(id);
    charts.delete(id);
    layouts.delete(id);
    if (!chart) return;
    for (const stop of stops.get(chart) ?? []) stop();
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

  /** Drops all steps of the arrangement, and the charts that they could bring back. */
  const forget = () => {
    const { cells, activeId } = state.get();
    for (const id of [...charts.keys()]) if (id !== activeId && !isAmong(cells, id)) drop(id);
    arranged.clear();
  };

  return {
    state: { get: state.get, subscribe: state.subscribe },
    /** The next steps of the page: those of its charts, and those of their arrangement; another object after each change of one. */
    steps: { get: steps.get, subscribe: steps.subscribe },
    /** For the arrangement of several charts, whose code is loaded with the second one. */
    parts: {
      charts,
      layouts,
      change,
      changed,
      drop,
      push: arranged.push,
      /** Names the chart that becomes active by the running step. */
      stepTo(id: string | null): void {
        steppedTo = id;
      },
    },
    forget,
    /** Undoes the last step of the page. Returns the chart that is to be active for it, if there is one. */
    undo: () => take(nextToUndo, 'undo'),
    redo: () => take(nextToRedo, 'redo'),
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
      change({ ...changes, cells, isEnlarged, wantedId: null, closing: null });
      const isSame = cells.every(({ id }) => isAmong(before.cells, id));
      if (!isSame || cells.length !== before.cells.length) forget();
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
    /**
     * Makes another chart the active one as soon as the page shows its instrument. Returns that; for the active one null,
     * unless another one was about to become active.
     */
    want(id: string): CellAt | null {
      const { activeId, wantedId, cells, closing } = state.get();
      const wanted = cells.find((cell) => cell.id === id);
      const opened = active()?.controller.opened.get();
      const drawn = active()?.controller.engine.layout();
      if (!wanted || !opened) {
        change({ wantedId: null, closing: null, menu: null });
        return null;
      }
      const at = { symbol: opened.info.ticker, resolution: opened.resolution };
      if (id === activeId) {
        change({ wantedId: null, closing: null, menu: null });
        return wantedId === null ? null : at;
      }
      if (drawn) layouts.set(activeId, drawn);
      const look = layoutPreferences(presentPreferences());
      const left = cells.map((cell) => (cell.id === activeId ? { ...cell, ...at, look } : cell));
      change({ cells: left, wantedId: id, closing, menu: null });
      return { symbol: wanted.symbol, resolution: wanted.resolution };
    },
    /** The page shows another instrument by a choice of its own. */
    cancelWant(): void {
      if (state.get().wantedId !== null) change({ wantedId: null, closing: null, menu: null });
    },
    /** The page shows the instrument of the wanted chart. */
    activate(): void {
      const { cells, activeId, wantedId, closing } = state.get();
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
      change({ activeId: id, wantedId: null, closing: null });
      closing?.remove();
    },
    /** Changes the studies of a chart, active or not. */
    changeStudies(id: string, next: (now: StudySettings) => Partial<StudySettings>): void {
      const { cells, activeId } = state.get();
      if (id === activeId) changeStudies(next);
      else {
        const looking = (cell: CellState) => ({
          ...cell,
          look: { ...cell.look, ...next(cell.look) },
        });
        change({ cells: cells.map((cell) => (cell.id === id ? looking(cell) : cell)) });
        changed();
      }
    },
    /** Changes charts that are not active. */
    changeCells(next: (cell: CellState) => CellState): void {
      const { cells, activeId } = state.get();
      const now = cells.map((cell) => (cell.id === activeId ? cell : next(cell)));
      if (now.every((cell, index) => cell === cells[index])) return;
      change({ cells: now });
      changed();
    },
    askForMenu: (menu: CellsState['menu']) => change({ menu }),
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
