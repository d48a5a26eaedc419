import type { Chart } from 'klinecharts';
import type { PaneId } from '../chart-events.ts';

/** The library's fixed name of the pane with the candles; all other panes carry our own names. */
const CANDLE_PANE = 'candle_pane';

export function klinePaneId(pane: PaneId): string {
  return pane === 'main' ? CANDLE_PANE : pane;
}

/** The library's fixed name of the pane with the time axis. */
export const TIME_AXIS_PANE = 'x_axis_pane';

/** The panes of studies on a chart, top to bottom. */
export function studyPanesOf(chart: Chart): PaneId[] {
  const panes = chart.getPaneOptions();
  const others = [CANDLE_PANE, TIME_AXIS_PANE];
  return (Array.isArray(panes) ? panes : [panes])
    .flatMap((pane) => (pane && !others.includes(pane.id) ? [pane.id] : []))
    .sort((a, b) => (chart.getSize(a)?.top ?? 0) - (chart.getSize(b)?.top ?? 0));
}
