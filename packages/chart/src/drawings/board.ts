import type { ChartDrawings } from '../chart-drawings.ts';
import { type BoardDeps, type BoardState, createBoardState } from './board-state.ts';
import { copiedText, pastedDrawing } from './clipboard.ts';
import type { Drawing } from './drawing.ts';
import { handlesOf, withBodyMoved } from './drawing-frame.ts';
import { createDrawingPointer, newDrawingId } from './pointer.ts';
import { completed } from './tools/index.ts';

const CLONE_PX = 24;
const CLONE_BARS = 3;
/** Reach of a right click, px. */
const MENU_REACH_PX = 6;
/** Moves by keys within this time of each other are one undo step, ms. */
const QUICK_MS = 500;
/** Id of the drawing that is being placed. */
const PLACED_ID = '';

/** A drawing with its current points while it is placed or moved. */
export type PaintedDrawing = Pick<
  Drawing,
  'id' | 'tool' | 'points' | 'style' | 'text' | 'isLocked' | 'levels' | 'account'
>;

/** The drawings to paint, back to front. */
export type DrawingPicture = {
  drawings: readonly PaintedDrawing[];
  selectedId: string | null;
  hoveredId: string | null;
  /** The handle under the pointer or held by it. */
  handle: { id: string; index: number } | null;
  /** The one that is being placed or moved. */
  activeId: string | null;
};

function picture({ state, deps, shown, shownPrice }: BoardState): DrawingPicture {
  const { placing, moving, selectedId, hovered } = state;
  const hoveredId = hovered?.id ?? null;
  const held = moving ? { id: moving.drawing.id, grip: moving.grip } : hovered;
  const handle = held && held.grip !== 'body' ? { id: held.id, index: held.grip } : null;
  const drawings: PaintedDrawing[] = shown().map((drawing) =>
    moving?.drawing.id === drawing.id ? { ...drawing, points: moving.points } : drawing,
  );
  if (!placing || !deps.open()) {
    return { drawings, selectedId, hoveredId, handle, activeId: moving?.drawing.id ?? null };
  }
  const { tool } = placing;
  const points = completed(tool, placing.points, shownPrice);
  const style = state.styleOf(tool);
  drawings.push({ id: PLACED_ID, tool, points, style, text: '', isLocked: false });
  const active = { selectedId: PLACED_ID, hoveredId: null, handle: null, activeId: PLACED_ID };
  return { drawings, ...active };
}

/** Cancels the innermost interaction; false where there was none. */
function cancel({ state, changed, select }: BoardState): boolean {
  if (state.moving) state.moving = null;
  else if (state.placing || state.tool) {
    state.placing = null;
    state.tool = null;
  } else if (state.selectedId !== null) {
    select(null);
    return true;
  } else return false;
  changed();
  return true;
}

function placeOf({ deps, list }: BoardState, id: string): ReturnType<ChartDrawings['placeOf']> {
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

/** A drawing's points moved by bars and pixels; null before the first bars. */
function shifted({ deps, precision }: BoardState, drawing: Drawing, bars: number, dyPx: number) {
  const frame = deps.frame();
  if (!frame) return null;
  const from = { x: frame.xOf(0), y: 0 };
  const to = { x: frame.xOf(bars), y: dyPx };
  return withBodyMoved(frame, drawing, { from, to, precision: precision() });
}

/** Adds a copied drawing and selects it. A copy that would hide the original stands beside it. */
function paste(board: BoardState, text: string): ReturnType<ChartDrawings['paste']> {
  const { state, deps, list, precision } = board;
  const [frame, open] = [deps.frame(), deps.open()];
  if (!frame || !open) return null;
  const pasted = pastedDrawing(text, { frame, ticker: open.ticker, precision: precision() });
  if (!pasted) return null;
  const { drawing, hasOtherPrices } = pasted;
  const isTaken = (points: Drawing['points']) =>
    list.all().some(({ symbol, tool, points: others }) => {
      const isAlike = symbol === drawing.symbol && tool === drawing.tool;
      return isAlike && JSON.stringify(others) === JSON.stringify(points);
    });
  let { points } = drawing;
  while (isTaken(points)) {
    points = shifted(board, { ...drawing, points }, CLONE_BARS, CLONE_PX) ?? points;
  }
  const isShown = drawing.resolutions?.includes(open.resolution) ?? true;
  const resolutions = isShown ? drawing.resolutions : undefined;
  const id = newDrawingId();
  state.selectedId = id;
  list.add({ ...drawing, id, points, resolutions });
  return { hasOtherPrices };
}

/** The drawings of a chart: the public methods, the pointer and the picture to paint. */
export function createDrawingBoard(deps: BoardDeps) {
  const board = createBoardState(deps);
  const { state, list, changed, select } = board;
  const pointer = createDrawingPointer(board);
  let nudged: { id: string; atMs: number } | null = null;
  const methods: ChartDrawings = {
    setTool(tool) {
      state.tool = tool;
      state.placing = null;
      state.hovered = null;
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
    replaceAll(drawings, keepsSteps = false) {
      // Equal drawings leave the undo history as it is.
      if (JSON.stringify(drawings) === JSON.stringify(list.all())) return;
      state.placing = null;
      state.moving = null;
      if (!keepsSteps) deps.undo.clear();
      list.replaceAll(drawings);
    },
    change: list.change,
    preview(id, change) {
      state.preview = change && { id, change };
      deps.redraw();
    },
    giveWords(id, text) {
      if (text === '') list.takeBack(id);
      else list.joinChange(id, { text });
    },
    remove: list.remove,
    reorder: list.reorder,
    clone(id) {
      const drawing = list.find(id);
      const points = drawing && shifted(board, drawing, CLONE_BARS, CLONE_PX);
      if (!drawing || !points) return;
      const copy = { ...drawing, id: newDrawingId(), points, isLocked: false };
      state.selectedId = copy.id;
      list.add(copy);
    },
    copy(id) {
      const drawing = list.find(id);
      const frame = deps.frame();
      return drawing && frame && copiedText(frame, drawing);
    },
    paste: (text) => paste(board, text),
    select,
    at(x, y) {
      const topPx = deps.frame()?.topPx ?? 0;
      return board.hit({ x, y: y - topPx, reachPx: MENU_REACH_PX })?.drawing.id ?? null;
    },
    nudge(bars, dyPx) {
      const drawing = state.selectedId === null ? null : list.find(state.selectedId);
      if (!drawing || drawing.isLocked) return false;
      const points = shifted(board, drawing, bars, dyPx);
      if (!points) return false;
      const nowMs = performance.now();
      const isQuick = nudged?.id === drawing.id && nowMs - nudged.atMs < QUICK_MS;
      nudged = { id: drawing.id, atMs: nowMs };
      if (isQuick) list.joinChange(drawing.id, { points });
      else list.change([drawing.id], { points });
      return true;
    },
    putAtCrosshair: pointer.putAtCrosshair,
    isBusy: pointer.isBusy,
    cancel: () => cancel(board),
    placeOf: (id) => placeOf(board, id),
  };
  return { ...methods, pointer, picture: () => picture(board) };
}
