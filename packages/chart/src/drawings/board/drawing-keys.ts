import type { ChartDrawings } from '../../chart-drawings.ts';
import type { Drawing } from '../drawing.ts';
import { TOOLS } from '../tools/index.ts';
import type { BoardParts } from './board-parts.ts';
import type { DrawingPointer } from './drawing-pointer.ts';
import { withBodyMoved } from './moving.ts';

/** Moves by keys that follow each other so quickly are one step, ms. */
const QUICK_MS = 500;

/** A drawing's points moved by bars and pixels; null where the chart is empty. */
export function shifted(
  { deps, precision }: BoardParts,
  drawing: Drawing,
  bars: number,
  dyPx: number,
) {
  const frame = deps.frame();
  if (!frame) return null;
  const from = { x: frame.xOf(0), y: 0 };
  const move = { from, to: { x: frame.xOf(bars), y: dyPx }, precision: precision() };
  return withBodyMoved(frame, drawing, move);
}

/** Drawing without a pointer: points at the crosshair, and moves of what is chosen. */
export function createDrawingKeys(
  parts: BoardParts,
  pointer: DrawingPointer,
): Pick<ChartDrawings, 'nudge' | 'putAtCrosshair'> {
  const { state, list, deps } = parts;
  let nudged: { id: string; atMs: number } | null = null;
  return {
    nudge(bars, dyPx) {
      const drawing = state.selectedId === null ? null : list.find(state.selectedId);
      if (!drawing || drawing.isLocked) return false;
      const points = shifted(parts, drawing, bars, dyPx);
      if (!points) return false;
      const nowMs = performance.now();
      const isQuick = nudged?.id === drawing.id && nowMs - nudged.atMs < QUICK_MS;
      nudged = { id: drawing.id, atMs: nowMs };
      if (isQuick) list.joinChange(drawing.id, { points });
      else list.change([drawing.id], { points });
      return true;
    },
    putAtCrosshair() {
      const at = deps.crosshair();
      const { tool } = state;
      if (!at || !tool || TOOLS[tool].points === 'stroke') return false;
      const by = { ...at, reachPx: 0, isStraight: false };
      pointer.press(by);
      pointer.release(by, false);
      return true;
    },
  };
}
