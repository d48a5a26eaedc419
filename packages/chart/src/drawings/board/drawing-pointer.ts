import type { ChartPoint } from '../../chart-source.ts';
import type { Drawing, DrawingTool } from '../drawing.ts';
import { newDrawingId } from '../new-drawing-id.ts';
import { TOOLS } from '../tools/index.ts';
import type { BoardParts } from './board-parts.ts';
import { hitOn } from './hit-on.ts';
import { meantPoint, type Pointer, type Where } from './meant-point.ts';
import { withBodyMoved, withHandleAt } from './moving.ts';
import { beginPlacing, completed, followPointer, type Placing, putDown } from './placing.ts';

/** The pointer's side of drawings. */
export type DrawingPointer = {
  /** Whether a tool waits for its points. */
  hasTool: () => boolean;
  /** Whether something is being placed or moved. */
  isBusy: () => boolean;
  /** A press that is the drawings' own; false leaves it to the chart. */
  press: (at: Pointer) => boolean;
  /** Whether a touch that begins here is the drawings' own; a tap elsewhere still selects. */
  wantsTouch: (at: Pointer) => boolean;
  /** The pointer moved, pressed or not. */
  move: (at: Pointer) => void;
  /** The press ended; `hasMoved` tells a drag from a click. */
  release: (at: Pointer, hasMoved: boolean) => void;
  /** The press turned out to be something else: nothing of it stays but a drawing that it completed. */
  giveUp: () => void;
  /** What the pointer looks like over drawings; null where the chart's own cursor stays. */
  cursor: () => 'crosshair' | 'pointer' | 'grabbing' | null;
  leave: () => void;
};

/** The point of what is placed that stood before the one that follows the pointer. */
function placedPoint(where: Where, placing: Placing, at: Pointer): ChartPoint {
  return meantPoint(where, at, placing.tool, placing.points.at(-2));
}

/** All points were placed. */
function finish(parts: BoardParts, tool: DrawingTool, placed: Drawing['points']): void {
  const { state, list, deps } = parts;
  const open = deps.open();
  state.placing = null;
  if (!state.staysInTool) state.tool = null;
  if (!open) return;
  const id = newDrawingId();
  if (!state.staysInTool) state.selectedId = id;
  const style = state.styleOf(tool);
  const points = completed(tool, placed, parts.shownPrice);
  const symbol = open.ticker;
  list.add({ id, tool, symbol, points, style, text: '', isLocked: false, isVisible: true });
  if (TOOLS[tool].hasText) deps.emitter.emit('textWanted', { id });
}

function begin(parts: BoardParts, tool: DrawingTool, point: ChartPoint): void {
  if (TOOLS[tool].points === 1) {
    finish(parts, tool, [point]);
    return;
  }
  parts.state.placing = beginPlacing(tool, point);
  parts.changed();
}

function put(parts: BoardParts, placing: Placing, point: ChartPoint): void {
  const next = putDown(placing, point);
  if (next.kind === 'placed') {
    finish(parts, placing.tool, next.points);
  } else {
    parts.state.placing = next.placing;
    parts.changed();
  }
}

function moveHeld(where: Where, held: NonNullable<BoardParts['state']['moving']>, at: Pointer) {
  const { parts, frame } = where;
  const { drawing, grip, from } = held;
  if (grip === 'body') {
    const move = { from, to: at, precision: parts.precision() };
    return withBodyMoved(frame, drawing, move);
  }
  const anchor = drawing.points.length === 2 ? drawing.points[1 - (grip % 2)] : undefined;
  return withHandleAt(drawing, grip, meantPoint(where, at, drawing.tool, anchor));
}

/** Keeps what was moved, or puts down what was dragged out. */
function release(parts: BoardParts, at: Pointer, hasMoved: boolean): void {
  const { state, deps, list } = parts;
  const frame = deps.frame();
  const { moving, placing } = state;
  state.moving = null;
  if (moving) {
    const { drawing, points } = moving;
    if (hasMoved && points !== drawing.points) list.change([drawing.id], { points });
    else deps.redraw();
  } else if (placing && frame && hasMoved) {
    put(parts, placing, placedPoint({ parts, frame }, placing, at));
  }
}

export function createDrawingPointer(parts: BoardParts): DrawingPointer {
  const { state, deps } = parts;
  /** What was being placed when the present press began. */
  let placingBefore: Placing | null = null;
  const hit = (at: Pointer) => {
    const frame = deps.frame();
    return frame && hitOn(parts, frame, at);
  };
  const hover = (id: string | null) => {
    if (id === state.hoveredId) return;
    state.hoveredId = id;
    deps.redraw();
  };
  return {
    hasTool: () => state.tool !== null,
    isBusy: () => state.moving !== null || state.placing !== null,
    press(at) {
      const frame = deps.frame();
      if (!frame) return false;
      const { tool, placing } = state;
      placingBefore = placing;
      if (placing) {
        put(parts, placing, placedPoint({ parts, frame }, placing, at));
        return true;
      }
      if (tool) {
        begin(parts, tool, meantPoint({ parts, frame }, at, tool, undefined));
        return true;
      }
      const found = hit(at);
      parts.select(found?.drawing.id ?? null);
      if (!found) return false;
      const { drawing, grip } = found;
      if (!drawing.isLocked) state.moving = { drawing, grip, from: at, points: drawing.points };
      return true;
    },
    wantsTouch(at) {
      if (state.tool) return deps.frame() !== null;
      const found = hit(at);
      return found?.drawing.id === state.selectedId && found?.drawing.isLocked === false;
    },
    move(at) {
      const frame = deps.frame();
      if (!frame) return;
      const { moving, placing } = state;
      if (moving) {
        state.moving = { ...moving, points: moveHeld({ parts, frame }, moving, at) };
        deps.redraw();
      } else if (placing) {
        state.placing = followPointer(placing, placedPoint({ parts, frame }, placing, at));
        deps.redraw();
      } else {
        hover(state.tool ? null : (hit(at)?.drawing.id ?? null));
      }
    },
    release: (at, hasMoved) => release(parts, at, hasMoved),
    giveUp() {
      if (!state.moving && !state.placing) return;
      state.moving = null;
      if (state.placing) state.placing = placingBefore;
      parts.changed();
    },
    cursor() {
      if (state.moving) return 'grabbing';
      if (state.tool) return 'crosshair';
      return state.hoveredId === null ? null : 'pointer';
    },
    leave: () => hover(null),
  };
}
