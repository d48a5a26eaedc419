import type { ChartDrawings } from '../../chart-drawings.ts';
import type { Drawing } from '../drawing.ts';
import { newDrawingId } from '../new-drawing-id.ts';
import { type BoardDeps, type BoardParts, createBoardParts } from './board-parts.ts';
import { createDrawingKeys, shifted } from './drawing-keys.ts';
import { createDrawingPointer, type DrawingPointer } from './drawing-pointer.ts';
import { hitOn } from './hit-on.ts';
import { handlesOf } from './moving.ts';
import { completed } from './placing.ts';

/** A drawing as it is painted: moved or still being placed, if it is. */
export type PaintedDrawing = Pick<
  Drawing,
  'id' | 'tool' | 'points' | 'style' | 'text' | 'isLocked'
>;

/** What there is to paint, back to front. */
export type DrawingPicture = {
  drawings: readonly PaintedDrawing[];
  selectedId: string | null;
  hoveredId: string | null;
  /** The one that is being placed or moved. */
  activeId: string | null;
};

export type DrawingBoard = ChartDrawings & {
  pointer: DrawingPointer;
  picture: () => DrawingPicture;
};

const CLONE_PX = 24;
const CLONE_BARS = 3;
/** So near to a drawing a right click is on it, px. */
const MENU_REACH_PX = 6;
/** The id of a drawing that is still being placed. */
const PLACED_ID = '';

function picture(parts: BoardParts): DrawingPicture {
  const { state, deps, shown } = parts;
  const { placing, moving, selectedId, hoveredId } = state;
  const present = shown().map((drawing) =>
    moving?.drawing.id === drawing.id ? { ...drawing, points: moving.points } : drawing,
  );
  if (!placing || !deps.open()) {
    const activeId = moving?.drawing.id ?? null;
    return { drawings: present, selectedId, hoveredId, activeId };
  }
  const { tool } = placing;
  const drawn = {
    id: PLACED_ID,
    tool,
    points: completed(tool, placing.points, parts.shownPrice),
    style: state.styleOf(tool),
    text: '',
    isLocked: false,
  };
  return {
    drawings: [...present, drawn],
    selectedId: PLACED_ID,
    hoveredId: null,
    activeId: PLACED_ID,
  };
}

/** Gives up the innermost thing the user is doing with drawings; false where there was nothing. */
function cancel({ state, changed, select }: BoardParts): boolean {
  if (state.moving) state.moving = null;
  else if (state.placing) state.placing = null;
  else if (state.tool) state.tool = null;
  else if (state.selectedId !== null) {
    select(null);
    return true;
  } else return false;
  changed();
  return true;
}

function placeOf({ deps, list }: BoardParts, id: string): ReturnType<ChartDrawings['placeOf']> {
  const drawing = list.find(id);
  const frame = deps.frame();
  if (!drawing || !frame || drawing.symbol !== deps.open()?.ticker) return null;
  const handles = handlesOf(frame, drawing).filter(({ y }) => Number.isFinite(y));
  if (handles.length === 0) return null;
  const [xs, ys] = [handles.map(({ x }) => x), handles.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    leftPx: left,
    topPx: top + frame.topPx,
    widthPx: Math.max(...xs) - left,
    heightPx: Math.max(...ys) - top,
  };
}

function idAt(parts: BoardParts, x: number, y: number): string | null {
  const frame = parts.deps.frame();
  if (!frame) return null;
  const hit = hitOn(parts, frame, { x, y: y - frame.topPx, reachPx: MENU_REACH_PX });
  return hit?.drawing.id ?? null;
}

/** The drawings of a chart: what is kept of them, what the user is doing, and what there is to paint. */
export function createDrawingBoard(deps: BoardDeps): DrawingBoard {
  const parts = createBoardParts(deps);
  const { state, list, changed, select } = parts;
  const pointer = createDrawingPointer(parts);
  return {
    pointer,
    picture: () => picture(parts),
    setTool(tool) {
      state.tool = tool;
      state.placing = null;
      state.hoveredId = null;
      if (tool !== null) state.selectedId = null;
      changed();
    },
    setStaysInTool(stays) {
      state.staysInTool = stays;
    },
    setMagnet(magnet) {
      state.magnet = magnet;
    },
    setFirstStyle(styleOf) {
      state.styleOf = styleOf;
    },
    setShown(areShown) {
      state.areShown = areShown;
      if (!areShown) state.selectedId = null;
      changed();
    },
    all: list.all,
    replaceAll(drawings) {
      // The same drawings leave the history as it is.
      if (JSON.stringify(drawings) === JSON.stringify(list.all())) return;
      state.placing = null;
      state.moving = null;
      deps.history.clear();
      list.replaceAll(drawings);
    },
    change: list.change,
    giveWords(id, text) {
      if (text === '') list.takeBack(id);
      else list.joinChange(id, { text });
    },
    remove: list.remove,
    reorder: list.reorder,
    clone(id) {
      const drawing = list.find(id);
      const points = drawing && shifted(parts, drawing, CLONE_BARS, CLONE_PX);
      if (!drawing || !points) return;
      const copy = { ...drawing, id: newDrawingId(), points, isLocked: false };
      state.selectedId = copy.id;
      list.add(copy);
    },
    select,
    at: (x, y) => idAt(parts, x, y),
    ...createDrawingKeys(parts, pointer),
    isBusy: pointer.isBusy,
    cancel: () => cancel(parts),
    placeOf: (id) => placeOf(parts, id),
  };
}
