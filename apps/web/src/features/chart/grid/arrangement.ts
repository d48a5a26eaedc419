import type { BarSource, ChartStudy, GridShares, SingleLayout } from '@moneytrail/chart';
import { MOST_CHARTS, sharesFor } from '@moneytrail/chart/model';
import { instrumentSource, studySource } from '@moneytrail/indicators';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { showToast } from '../../../stores/toasts.ts';
import { chartSymbolOf } from '../controller/open-instrument.ts';
import { layoutPreferences, presentPreferences } from '../preferences/preferences.ts';
import type { LayoutSaver } from '../saved/layout-saver.ts';
import { type CellState, type CellsState, type ChartCells, isAmong } from './chart-cells.ts';

/** Charts in the order of their places; new ones have a layout. */
type Arrangement = {
  cells: readonly CellState[];
  layouts?: ReadonlyMap<string, SingleLayout>;
  shares?: GridShares;
  /** Becomes active if it is new, or if the active one goes. */
  prefers?: string | undefined;
};

/** The bars of a chart without a place. */
const SILENT: BarSource = {
  loadNewest: () => new Promise(() => {}),
  loadOlder: () => new Promise(() => {}),
  subscribe: () => () => {},
};

const idOf = ({ id }: CellState) => id;

/** Takes a chart off the page, where `staying` are left; those that were removed last are kept, without bars. */
function putAside({ parts }: ChartCells, id: string, staying: readonly CellState[]): void {
  const { charts, drop } = parts;
  const chart = charts.get(id);
  if (!chart) {
    drop(id);
    return;
  }
  const { engine, opened, replay } = chart.controller;
  replay.get()?.end();
  const was = opened.get();
  if (was) {
    const { info, resolution } = was;
    engine.open({ symbol: chartSymbolOf(info), resolution, source: SILENT });
    // It is opened anew in its place.
    opened.set(null);
  }
  chart.element.remove();
  // The last one stands behind those that were removed earlier.
  charts.delete(id);
  charts.set(id, chart);
  const aside = [...charts.keys()].filter((one) => !isAmong(staying, one));
  for (const oldest of aside.slice(0, -MOST_CHARTS)) drop(oldest);
}

/** The chart that follows the active one when that goes: a neighbour, if possible one that shows its instrument. */
function successorAmong(cells: ChartCells, left: readonly CellState[]): string | null {
  const { cells: all, activeId } = cells.state.get();
  const index = all.findIndex(({ id }) => id === activeId);
  const others = [...all.slice(index + 1), ...all.slice(0, index).reverse()];
  const staying = others.filter(({ id }) => isAmong(left, id));
  const isOpen = ({ id }: CellState) => cells.chartOf(id)?.controller.opened.get() != null;
  return (staying.find(isOpen) ?? staying[0] ?? left[0])?.id ?? null;
}

/** The preferred chart of an arrangement if it comes back, or if it has to replace the active one; else null. */
function preferredIn(
  { cells, activeId, closing }: CellsState,
  { cells: next, prefers }: Arrangement,
): string | null {
  const preferred = isAmong(next, prefers) ? prefers : undefined;
  if (!isAmong(next, activeId)) return preferred ?? null;
  // The active one comes back too if it was about to go.
  const isBack = closing !== null || (preferred !== undefined && !isAmong(cells, preferred));
  return isBack ? (preferred ?? activeId) : null;
}

/**
 * Changes which charts there are, and their order. Returns the chart that is to become active, null where the active one
 * stays; one that goes keeps its place until then.
 */
function arrange(cells: ChartCells, arrangement: Arrangement): string | null {
  const { change, changed, layouts, stepTo } = cells.parts;
  const before = cells.state.get();
  const { activeId, isEnlarged } = before;
  const { cells: next, shares = before } = arrangement;
  const isStaying = isAmong(next, activeId);
  const place = before.cells.findIndex(({ id }) => id === activeId);
  const active = before.cells.slice(place, place + 1);
  const shown = isStaying ? next : next.toSpliced(place, 0, ...active);
  const successor = isStaying ? null : successorAmong(cells, next);
  for (const { id } of before.cells) if (!isAmong(shown, id)) putAside(cells, id, shown);
  for (const [id, layout] of arrangement.layouts ?? []) layouts.set(id, layout);
  const remove = () => {
    const left = cells.state.get().cells.filter(({ id }) => id !== activeId);
    arrange(cells, { cells: left, shares });
  };
  change({
    cells: shown,
    closing: isStaying ? null : { id: activeId, shares, remove },
    // New charts are to be seen.
    isEnlarged: isEnlarged && shown.length > 1 && shown.length <= before.cells.length,
    ...sharesFor(shown.length, shares),
  });
  changed();
  const follower = preferredIn(before, arrangement) ?? successor;
  stepTo(follower);
  return follower;
}

/** Removes a chart; the last one stays. Returns the chart that is to become active, null where the active one stays. */
export function closeCell(cells: ChartCells, closed: string): string | null {
  const { cells: all, closing } = cells.state.get();
  const left = all.filter(({ id }) => id !== closed && id !== closing?.id);
  return left.length === 0 ? null : arrange(cells, { cells: left });
}

/** All charts as they are, to be arranged again. */
function snapshot({ state, layoutOf }: Pick<ChartCells, 'state' | 'layoutOf'>): Arrangement {
  const { cells, activeId, closing, columns, rows } = state.get();
  const layouts = new Map<string, SingleLayout>();
  const all = cells.map((cell) => {
    const layout = layoutOf(cell);
    if (!layout) return cell;
    layouts.set(cell.id, layout);
    const { symbol, resolution } = layout;
    // The page has the look of the active chart.
    const look = cell.id === activeId ? layoutPreferences(presentPreferences()) : cell.look;
    return { ...cell, symbol, resolution, look };
  });
  return {
    cells: all.filter(({ id }) => id !== closing?.id),
    layouts,
    shares: closing?.shares ?? { columns, rows },
    prefers: activeId,
  };
}

/** Charts that are still there stay as they are now. */
function putBack(cells: ChartCells, { cells: wanted, layouts, ...rest }: Arrangement): void {
  const { cells: now } = cells.state.get();
  const missing = wanted.filter((cell) => now.every(({ id }) => id !== cell.id));
  const ofMissing = missing.flatMap(({ id }): [string, SingleLayout][] => {
    const layout = layouts?.get(id);
    return layout ? [[id, layout]] : [];
  });
  arrange(cells, {
    ...rest,
    cells: wanted.map((cell) => now.find(({ id }) => id === cell.id) ?? cell),
    layouts: new Map(ofMissing),
  });
}

/** Makes a change of the arrangement one undo step; none if it changes nothing. */
export function arrangeAsStep(cells: ChartCells, make: () => void): void {
  let before = snapshot(cells);
  make();
  let after = snapshot(cells);
  if (before.cells.map(idOf).join() === after.cells.map(idOf).join()) return;
  // Both are taken anew with the charts as they are when they go.
  cells.parts.push({
    undo() {
      after = { ...snapshot(cells), prefers: after.prefers };
      putBack(cells, before);
    },
    redo() {
      before = { ...snapshot(cells), prefers: before.prefers };
      putBack(cells, after);
    },
  });
}

/** Without the studies of compared instruments, which new charts do not compare, and those that are computed from them. */
function ofOwnInstrument(studies: readonly ChartStudy[]): ChartStudy[] {
  const gone = new Set(
    studies.flatMap(({ key, inputs }) => (instrumentSource(inputs.source) ? [key] : [])),
  );
  for (let before = -1; before !== gone.size; ) {
    before = gone.size;
    for (const { key, inputs } of studies) {
      if (gone.has(studySource(inputs.source)?.key ?? '')) gone.add(key);
    }
  }
  return studies.filter(({ key }) => !gone.has(key));
}

/** The drawings of the chart of an instrument that was removed last; empty without one. */
function drawingsAside({ parts, state }: ChartCells, symbol: string): SingleLayout['drawings'] {
  const { cells } = state.get();
  const aside = [...parts.charts].filter(([id]) => !isAmong(cells, id));
  const layouts = aside.flatMap(([, chart]) => chart.controller.engine.layout() ?? []);
  return layouts.findLast((layout) => layout.symbol === symbol)?.drawings ?? [];
}

/**
 * Adds charts of `instruments` with the look of the active one and the drawings of their removed charts, or removes the last
 * ones; the active one stays.
 */
export function setChartCount(
  cells: ChartCells,
  count: number,
  instruments: readonly string[],
): void {
  const { cells: all, activeId } = cells.state.get();
  const drawn = cells.active()?.controller.engine.layout();
  if (!drawn) return;
  const { resolution } = drawn;
  const present = layoutPreferences(presentPreferences());
  const look = { ...present, studies: ofOwnInstrument(present.studies) };
  const place = all.findIndex(({ id }) => id === activeId);
  const kept = all
    .filter(({ id }, index) => id === activeId || index < (place < count ? count : count - 1))
    .map((cell) => (cell.id === activeId ? { ...cell, symbol: drawn.symbol, resolution } : cell));
  const added = Array.from({ length: Math.max(0, count - all.length) }, (_, index): CellState => {
    return { id: randomUuid(), symbol: instruments[index] ?? drawn.symbol, resolution, look };
  });
  const layouts = added.map(({ id, symbol }): [string, SingleLayout] => {
    const studies = ofOwnInstrument(drawn.studies);
    const drawings = drawingsAside(cells, symbol);
    return [id, { ...drawn, symbol, studies, drawings, compared: [] }];
  });
  arrange(cells, { cells: [...kept, ...added], layouts: new Map(layouts) });
}

type Page = {
  cells: ChartCells;
  activate: (id: string) => void;
  /** Undoes the last step of the page. */
  undo: () => void;
  saver: Pick<LayoutSaver, 'markStep'> | null;
};

/** Closes a chart as one undo step, and offers to bring it back. */
export function closeChart(page: Page, id: string, name: string): void {
  const { cells, activate } = page;
  closeCharts(page, `${name} closed.`, () => {
    const next = closeCell(cells, id);
    if (next !== null) activate(next);
  });
}

/** Closes charts by `close` as one undo step, and offers to bring them back. `text` tells what was closed. */
export function closeCharts({ cells, undo, saver }: Page, text: string, close: () => void): void {
  // Closed charts are in the versions of the layout too.
  saver?.markStep();
  const before = snapshot(cells);
  arrangeAsStep(cells, close);
  const { undoSerial } = cells.steps.get();
  const left = new Set(snapshot(cells).cells.map(idOf));
  const bringBack = () => {
    if (cells.steps.get().undoSerial === undoSerial) return undo();
    // Later steps stay: the charts come back as a further one.
    const now = snapshot(cells);
    const next = [...now.cells];
    before.cells.forEach((cell, index) => {
      const isThere = left.has(cell.id) || isAmong(next, cell.id);
      if (!isThere && next.length < MOST_CHARTS) next.splice(index, 0, cell);
    });
    arrangeAsStep(cells, () => putBack(cells, { ...before, cells: next, prefers: now.prefers }));
  };
  showToast({ kind: 'success', text, action: { label: 'Undo', run: bringBack } });
}
