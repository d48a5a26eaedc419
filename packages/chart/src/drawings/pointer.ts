import type { ChartBar, ChartPoint } from '../chart-source.ts';
import type { BoardState, Hit, Moving, Placing } from './board-state.ts';
import type { Drawing, DrawingTool, Magnet } from './drawing.ts';
import {
  type DrawingFrame,
  handlesOf,
  pointAt,
  withBodyMoved,
  withHandleAt,
} from './drawing-frame.ts';
import type { Place } from './shapes.ts';
import { completed, isFreehandTool, TOOLS } from './tools/index.ts';

/** Points beyond these add nothing visible to a stroke. */
const MOST_STROKE_POINTS = 1_000;
/** Distance over which a weak magnet attracts a point, px. */
const WEAK_MAGNET_PX = 16;

/** A pointer in the main pane. */
export type Pointer = Place & {
  /** Distance that still counts as on a drawing, px. */
  reachPx: number;
  /** Keeps lines level or upright. */
  isStraight: boolean;
};

/** 16 random hex digits. `randomUUID` is missing on pages without TLS. */
export function newDrawingId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The point moved to the nearest price of its bar, if the magnet reaches that far. */
function snapToBar(
  point: ChartPoint,
  bar: ChartBar | null,
  magnet: Magnet,
  toY: (price: number) => number,
): ChartPoint {
  if (magnet === 'off' || !bar) return point;
  const y = toY(point.price);
  const nearest = [bar.open, bar.high, bar.low, bar.close]
    .map((price) => ({ price, px: Math.abs(toY(price) - y) }))
    .reduce((best, one) => (one.px < best.px ? one : best));
  const isReached = magnet === 'strong' || nearest.px <= WEAK_MAGNET_PX;
  return isReached ? { ...point, price: nearest.price } : point;
}

/** Makes the line between two points level or upright, whichever is nearer. */
function straightened(
  { times, xOf, toY }: DrawingFrame,
  point: ChartPoint,
  anchor: ChartPoint,
): ChartPoint {
  const dx = xOf(times.indexOf(point.timeMs)) - xOf(times.indexOf(anchor.timeMs));
  const dy = toY(point.price) - toY(anchor.price);
  return Math.abs(dx) >= Math.abs(dy)
    ? { ...point, price: anchor.price }
    : { ...point, timeMs: anchor.timeMs };
}

/** Moves the last point of a drawing that is being placed; a stroke gets one more. */
function withPointerAt(placing: Placing, point: ChartPoint): Placing {
  const { points } = placing;
  if (!isFreehandTool(placing.tool)) {
    return { ...placing, points: [...points.slice(0, -1), point] };
  }
  const last = points.at(-1);
  if (last?.timeMs === point.timeMs && last.price === point.price) return placing;
  return points.length >= MOST_STROKE_POINTS ? placing : { ...placing, points: [...points, point] };
}

export type DrawingPointer = ReturnType<typeof createDrawingPointer>;

/** Places, selects and moves drawings by pointer. */
export function createDrawingPointer(board: BoardState) {
  const { state, deps, list } = board;
  /** `state.placing` before the current press. */
  let placingBefore: Placing | null = null;

  /** The point under the pointer, straightened to an anchor or snapped to its bar. */
  const pointUnder = (
    frame: DrawingFrame,
    at: Pointer,
    tool: DrawingTool,
    anchor?: ChartPoint,
  ): ChartPoint => {
    const isFreehand = isFreehandTool(tool);
    const free = pointAt(frame, at, { isFreehand, precision: board.precision() });
    if (isFreehand) return free;
    if (at.isStraight && anchor) return straightened(frame, free, anchor);
    const bar = deps.barAt(frame.times.indexOf(free.timeMs));
    return snapToBar(free, bar, state.magnet, frame.toY);
  };
  const placingPoint = (frame: DrawingFrame, placing: Placing, at: Pointer) =>
    pointUnder(frame, at, placing.tool, placing.points.at(-2));

  const finish = (tool: DrawingTool, placed: Drawing['points']): void => {
    const open = deps.open();
    state.placing = null;
    if (!state.staysInTool) state.tool = null;
    if (!open) return;
    const id = newDrawingId();
    if (!state.staysInTool) state.selectedId = id;
    const style = state.styleOf(tool);
    const points = completed(tool, placed, board.shownPrice);
    const symbol = open.ticker;
    list.add({ id, tool, symbol, points, style, text: '', isLocked: false, isVisible: true });
    if (TOOLS[tool].hasText) deps.emit('textWanted', { id });
  };
  const begin = (tool: DrawingTool, point: ChartPoint) => {
    if (TOOLS[tool].points === 1) return finish(tool, [point]);
    state.placing = { tool, points: [point, point], placed: 1 };
    board.changed();
  };
  const putDown = (placing: Placing, point: ChartPoint) => {
    const { tool } = placing;
    const wanted = TOOLS[tool].points;
    const { points } = withPointerAt(placing, point);
    const placed = placing.placed + 1;
    if (wanted === 'stroke' || placed >= wanted) return finish(tool, points);
    state.placing = { tool, points: [...points, point], placed };
    board.changed();
  };
  const movedPoints = (frame: DrawingFrame, { drawing, grip, from }: Moving, at: Pointer) => {
    if (grip === 'body') {
      return withBodyMoved(frame, drawing, { from, to: at, precision: board.precision() });
    }
    const anchor = drawing.points.length === 2 ? drawing.points[1 - (grip % 2)] : undefined;
    // The handle keeps its distance from the pointer, which rarely presses its middle.
    const { x, y } = handlesOf(frame, drawing)[grip] ?? from;
    const moved = { ...at, x: at.x + x - from.x, y: at.y + y - from.y };
    return withHandleAt(drawing, grip, pointUnder(frame, moved, drawing.tool, anchor));
  };
  const hover = (found: Hit | null) => {
    const hovered = found && { id: found.drawing.id, grip: found.grip };
    const { hovered: before } = state;
    if (hovered?.id === before?.id && hovered?.grip === before?.grip) return;
    state.hovered = hovered;
    deps.redraw();
  };
  const press = (at: Pointer): boolean => {
    const frame = deps.frame();
    if (!frame) return false;
    const { tool, placing } = state;
    placingBefore = placing;
    if (placing) {
      putDown(placing, placingPoint(frame, placing, at));
      return true;
    }
    if (tool) {
      begin(tool, pointUnder(frame, at, tool));
      return true;
    }
    const found = board.hit(at);
    board.select(found?.drawing.id ?? null);
    if (!found) return false;
    const { drawing, grip } = found;
    if (!drawing.isLocked) state.moving = { drawing, grip, from: at, points: drawing.points };
    return true;
  };
  /** Commits a move, or puts down a point that was dragged. */
  const release = (at: Pointer, hasMoved: boolean): void => {
    const frame = deps.frame();
    const { moving, placing } = state;
    state.moving = null;
    if (moving) {
      const { drawing, points } = moving;
      if (hasMoved && points !== drawing.points) list.change([drawing.id], { points });
      else deps.redraw();
    } else if (placing && frame && hasMoved) {
      putDown(placing, placingPoint(frame, placing, at));
    }
  };

  return {
    hasTool: () => state.tool !== null,
    /** A drawing is being placed or moved. */
    isBusy: () => state.moving !== null || state.placing !== null,
    /** False leaves the press to the chart. */
    press,
    /** `hasMoved` tells a drag from a click. */
    release,
    /** The pointer moved, pressed or not. */
    move(at: Pointer): void {
      const frame = deps.frame();
      if (!frame) return;
      const { moving, placing } = state;
      if (moving) {
        state.moving = { ...moving, points: movedPoints(frame, moving, at) };
        deps.redraw();
      } else if (placing) {
        state.placing = withPointerAt(placing, placingPoint(frame, placing, at));
        deps.redraw();
      } else {
        hover(state.tool ? null : board.hit(at));
      }
    },
    /**
     * A touch beginning here belongs to the drawings; a tap elsewhere still selects. Half the reach counts beside the lines
     * of a drawing that is not selected, so that the chart below it can still be panned.
     */
    wantsTouch(at: Pointer): boolean {
      if (state.tool) return deps.frame() !== null;
      const found = board.hit(at);
      if (!found || found.drawing.isLocked) return false;
      if (found.drawing.id === state.selectedId || found.grip !== 'body') return true;
      return board.hit({ ...at, reachPx: at.reachPx / 2 })?.drawing === found.drawing;
    },
    /** Reverts the current press, except a drawing that it completed. */
    giveUp(): void {
      if (!state.moving && !state.placing) return;
      state.moving = null;
      if (state.placing) state.placing = placingBefore;
      board.changed();
    },
    /** Null leaves the chart's own cursor. */
    cursor(): 'crosshair' | 'pointer' | 'grab' | 'grabbing' | null {
      if (state.moving) return 'grabbing';
      if (state.tool) return 'crosshair';
      if (state.hovered === null) return null;
      return state.hovered.grip === 'body' ? 'pointer' : 'grab';
    },
    leave: () => hover(null),
    /** Clicks at the crosshair; false without crosshair or tool, and for freehand tools. */
    putAtCrosshair(): boolean {
      const place = deps.crosshair();
      const { tool } = state;
      if (!place || !tool || isFreehandTool(tool)) return false;
      const at = { ...place, reachPx: 0, isStraight: false };
      press(at);
      release(at, false);
      return true;
    },
  };
}
