import { extend, NO_EXTENT } from '../axis/value-extent.ts';
import type { ChartState } from '../engine/chart-state.ts';
import type { Frame } from '../paint/frame.ts';
import { paintVolume } from '../paint/volume.ts';

const SHARE_OF_PANE = 0.13;
const TALLEST_PX = 90;

/** The most volume of the bars in view; 0 where it is not wanted or the market tells none. */
function mostVolume(
  { view, bars }: ChartState,
  { from, to }: { from: number; to: number },
): number {
  if (!view.hasVolume) return 0;
  const { volume, length } = bars.columns();
  return Math.max(0, extend(NO_EXTENT, volume, from, Math.min(to, length)).high);
}

/** The height at the bottom of the main pane that belongs to volume. */
export function volumeHeightPx(
  state: ChartState,
  span: { from: number; to: number },
  paneHeightPx: number,
): number {
  if (mostVolume(state, span) === 0) return 0;
  return Math.round(Math.min(TALLEST_PX, paneHeightPx * SHARE_OF_PANE));
}

/** Volume under the bars, where the market has any. */
export function paintMainVolume(state: ChartState, frame: Frame): void {
  const most = mostVolume(state, frame);
  if (most === 0) return;
  const { candleUp: up, candleDown: down } = state.view.theme;
  const tallestPx = volumeHeightPx(state, frame, frame.heightPx);
  paintVolume(frame, state.bars.columns(), { most, tallestPx, colors: { up, down } });
}
