import { showToast } from '../../../stores/toasts.ts';
import { layoutPreferences, presentPreferences } from '../preferences/preferences.ts';
import type { ChartCells } from './chart-cells.ts';

/** Closes charts by `close`, and offers to bring them back as they were. `text` tells what was closed. */
export function closeCharts(cells: ChartCells, text: string, close: () => void): void {
  const { cells: before, activeId, columns, rows } = cells.state.get();
  const all = before.flatMap((cell) => {
    const layout = cells.layoutOf(cell);
    if (!layout) return [];
    const { symbol, resolution } = layout;
    // The page has the look of the active chart.
    const now = { ...cell, symbol, resolution, look: layoutPreferences(presentPreferences()) };
    return [{ cell: cell.id === activeId ? now : cell, layout }];
  });
  close();
  showToast({
    kind: 'success',
    text,
    action: { label: 'Undo', run: () => cells.bringBack(all, { columns, rows }) },
  });
}
