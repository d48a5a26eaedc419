import type { Drawing } from '../drawing.ts';
import type { DrawingFrame } from '../drawing-frame.ts';
import { hitsShapes } from '../shapes/hit-shapes.ts';
import type { Place } from '../shapes/shape.ts';
import type { BoardParts } from './board-parts.ts';
import { type Grip, handlesOf } from './moving.ts';
import { shapesOf } from './painted.ts';

/** A finger or a pointer is rarely on the middle of a handle, px. */
const HANDLE_ROOM_PX = 3;

/** What a pointer is on: a drawing, and the handle of the chosen one or its body. */
export type Hit = { drawing: Drawing; grip: Grip };

/** The foremost drawing at a place of the main pane, the chosen one first; `reachPx` beside a line still counts. */
export function hitOn(
  { deps, state, shown, precision }: BoardParts,
  frame: DrawingFrame,
  at: Place & { reachPx: number },
): Hit | null {
  const drawings = shown();
  const { reachPx } = at;
  const selected = drawings.find(({ id }) => id === state.selectedId);
  if (selected && !selected.isLocked) {
    const handle = handlesOf(frame, selected).findIndex(
      ({ x, y }) => Math.hypot(x - at.x, y - at.y) <= reachPx + HANDLE_ROOM_PX,
    );
    if (handle >= 0) return { drawing: selected, grip: handle };
  }
  const pane = { ...frame, measure: deps.measure };
  const frontToBack = [...(selected ? [selected] : []), ...drawings.toReversed()];
  const found = frontToBack.find((drawing) => {
    const shapes = shapesOf(frame, drawing, precision());
    return hitsShapes(shapes, at, pane, { reachPx, hasAreas: drawing === selected });
  });
  return found ? { drawing: found, grip: 'body' } : null;
}
