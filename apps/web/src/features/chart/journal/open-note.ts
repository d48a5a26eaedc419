import type { Drawing } from '@moneytrail/chart';
import type { ChartScreenState } from '../model/chart-context.ts';

type Screen = Pick<ChartScreenState, 'info' | 'resolution' | 'controller' | 'openPanel'>;

/** Opens a new note on a bar of the chart; without a time on the bar of the crosshair, else on the newest. */
export function openNewNote(
  { info, resolution, controller, openPanel }: Screen,
  barMs = controller?.engine.crosshair()?.timeMs ?? controller?.lastBar.get()?.time,
  drawing: string | null = null,
): void {
  if (barMs === undefined) return;
  const place = { symbol: info.ticker, resolution, barMs, drawing };
  openPanel({ kind: 'note', place, note: null });
}

/** Opens a new note on a drawing, at the bar of its first point. */
export function openDrawingNote(screen: Screen, { id, points: [first] }: Drawing): void {
  if (first) openNewNote(screen, first.timeMs, id);
}
