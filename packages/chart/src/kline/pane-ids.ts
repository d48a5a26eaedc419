import type { PaneId } from '../chart-events.ts';

/** The library's fixed name of the pane with the candles; all other panes carry our own names. */
const CANDLE_PANE = 'candle_pane';

export function klinePaneId(pane: PaneId): string {
  return pane === 'main' ? CANDLE_PANE : pane;
}

/** The library's fixed name of the pane with the time axis. */
export const TIME_AXIS_PANE = 'x_axis_pane';

/** The study panes from top to bottom. */
export const STUDY_PANES = ['tightness', 'longShort', 'liquiditySpread'] as const;
export type StudyPane = (typeof STUDY_PANES)[number];
