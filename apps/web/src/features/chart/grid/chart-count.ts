import type { SingleLayout } from '@moneytrail/chart';
import { MOST_CHARTS } from '@moneytrail/chart/model';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { showToast } from '../../../stores/toasts.ts';
import { layoutPreferences, presentPreferences } from '../preferences/preferences.ts';
import type { CellState, ChartCells } from './chart-cells.ts';

/** Adds charts of `instruments` with the look of the active one, or removes the last ones; the active one stays. */
export function setChartCount(
  { state, active, arrange }: Pick<ChartCells, 'state' | 'active' | 'arrange'>,
  count: number,
  instruments: readonly string[],
): void {
  const { cells, activeId, ...shares } = state.get();
  const drawn = active()?.controller.engine.layout();
  if (!drawn) return;
  const { resolution } = drawn;
  const look = layoutPreferences(presentPreferences());
  const place = cells.findIndex(({ id }) => id === activeId);
  const kept = cells
    .filter(({ id }, index) => id === activeId || index < (place < count ? count : count - 1))
    .map((cell) => (cell.id === activeId ? { ...cell, symbol: drawn.symbol, resolution } : cell));
  const added = Array.from({ length: Math.max(0, count - cells.length) }, (_, index): CellState => {
    return { id: randomUuid(), symbol: instruments[index] ?? drawn.symbol, resolution, look };
  });
  const layouts = added.map(({ id, symbol }): [string, SingleLayout] => {
    return [id, { ...drawn, symbol, drawings: [], compared: [] }];
  });
  arrange([...kept, ...added], new Map(layouts), shares);
}

/** Closes charts by `close`, and offers to bring them back as they were. `text` tells what was closed. */
export function closeCharts(
  { state, layoutOf, arrange }: Pick<ChartCells, 'state' | 'layoutOf' | 'arrange'>,
  text: string,
  close: () => void,
): void {
  const { cells: before, activeId, ...shares } = state.get();
  const layouts = new Map<string, SingleLayout>();
  const all = before.map((cell) => {
    const layout = layoutOf(cell);
    if (!layout) return cell;
    layouts.set(cell.id, layout);
    const { symbol, resolution } = layout;
    // The page has the look of the active chart.
    const look = cell.id === activeId ? layoutPreferences(presentPreferences()) : cell.look;
    return { ...cell, symbol, resolution, look };
  });
  close();
  const { cells: left, closingId } = state.get();
  const isLeft = ({ id }: CellState) => id !== closingId && left.some((cell) => cell.id === id);
  const bringBack = () => {
    const cells = [...state.get().cells];
    const layoutsOfClosed = new Map<string, SingleLayout>();
    all.forEach((cell, index) => {
      const layout = layouts.get(cell.id);
      const isThere = isLeft(cell) || cells.some(({ id }) => id === cell.id);
      if (isThere || !layout || cells.length === MOST_CHARTS) return;
      layoutsOfClosed.set(cell.id, layout);
      cells.splice(index, 0, cell);
    });
    arrange(cells, layoutsOfClosed, shares);
  };
  showToast({ kind: 'success', text, action: { label: 'Undo', run: bringBack } });
}
