import type { ChartState } from '../engine/chart-state.ts';
import type { Frame } from '../paint/frame.ts';
import { paintLoadingOlder, paintNotLoaded } from '../paint/not-loaded.ts';

type HatchedSpan = { left: number; right: number };

/** The bars since an outage, at least the width of one: what came meanwhile has not been read yet. */
function unreadSpan({ bars, unreadFromMs, now }: ChartState, frame: Frame): HatchedSpan | null {
  const last = bars.length() - 1;
  if (unreadFromMs === null || unreadFromMs > now() || last < 0) return null;
  const index = bars.indexFrom(unreadFromMs);
  const { barSpacePx } = frame;
  const left = index > last ? frame.xOf(last) + barSpacePx / 2 : frame.xOf(index) - barSpacePx / 2;
  return { left, right: Math.max(left, frame.xOf(last) - barSpacePx / 2) + barSpacePx };
}

/** What is missing, in any pane: at the left what could not be loaded, at the right what an outage left unread. */
export function paintMissing(state: ChartState, frame: Frame, hasLabel: boolean): void {
  const { theme, font } = state.view;
  const look = { line: theme.border, text: theme.textDim, background: theme.background };
  const hatch = (span: HatchedSpan) =>
    paintNotLoaded(frame, span, { ...look, font: `500 12px ${font}`, hasLabel });
  if (state.hasFailedSpan() && frame.from === 0) {
    hatch({ left: 0, right: frame.xOf(0) - frame.barSpacePx / 2 });
  }
  const unread = unreadSpan(state, frame);
  if (unread) hatch(unread);
  if (state.isLoadingOlder()) paintLoadingOlder(frame, theme.crosshair);
}
