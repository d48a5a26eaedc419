import type { ChartState } from '../engine/chart-state.ts';
import type { Frame } from '../paint/frame.ts';
import { paintLoadingOlder, paintNotLoaded } from '../paint/left-edge.ts';

/** The span that is missing at the left, in any pane. */
export function paintLeftEdge(state: ChartState, frame: Frame, hasLabel: boolean): void {
  const { theme, font } = state.view;
  if (state.hasFailedSpan()) {
    const look = { line: theme.border, text: theme.textDim, background: theme.background };
    paintNotLoaded(frame, { ...look, font: `500 12px ${font}`, hasLabel });
  }
  if (state.isLoadingOlder()) paintLoadingOlder(frame, theme.crosshair);
}
