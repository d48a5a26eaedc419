import type { PaneId } from '../chart-events.ts';
import type { ChartState } from '../engine/chart-state.ts';
import type { Frame } from '../paint/frame.ts';
import { paneKind } from '../studies/study-places.ts';
import { paintLongShort } from './paint-long-short.ts';
import { paintMissing } from './paint-not-loaded.ts';
import { paintStudyLines } from './paint-study-lines.ts';

/** A study pane; `span` is what its axis reaches from and to. */
export function paintStudyPane(
  state: ChartState,
  frame: Frame,
  pane: PaneId,
  span: { from: number; to: number },
): void {
  if (state.bars.length() === 0) return;
  paintMissing(state, frame, false);
  if (paneKind(pane) === 'longShort') paintLongShort(state, frame, pane, span);
  else paintStudyLines(state, frame, pane, 'right');
}
