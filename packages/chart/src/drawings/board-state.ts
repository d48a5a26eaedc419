import type { Resolution } from '@moneytrail/calendar';
import type { DrawingState } from '../chart-drawings.ts';
import type { Emit } from '../chart-events.ts';
import type { ChartBar, ChartPoint } from '../chart-source.ts';
import type { UndoCommand, UndoHistory } from '../undo-history.ts';
import type {
  Drawing,
  DrawingChange,
  DrawingOrder,
  DrawingStyle,
  DrawingTool,
  Magnet,
} from './drawing.ts';
import { type DrawingFrame, type Grip, handleAt, shapesOf, shownPrice } from './drawing-frame.ts';
import { hitsShapes, type Place } from './shapes.ts';
import { firstStyle, TOOLS } from './tools/index.ts';

export type BoardDeps = {
  emit: Emit;
  undo: UndoHistory;
  redraw: () => void;
  /** The main pane of the last picture; null before the first bars. */
  frame: () => DrawingFrame | null;
  /** The open instrument and its interval. */
  open: () => { ticker: string; precision: number; resolution: Resolution } | null;
  barAt: (index: number) => ChartBar | null;
  /** Place of the crosshair in the main pane, px; null while it is elsewhere. */
  crosshair: () => Place | null;
  /** Width of a line of text, px. */
  measure: (line: string) => number;
};

/** A drawing that is being placed. */
export type Placing = {
  tool: DrawingTool;
  /** Placed points, then one that follows the pointer. */
  points: readonly ChartPoint[];
  placed: number;
};

/** A drawing held by the pointer, with its current points. */
export type Moving = { drawing: Drawing; grip: Grip; from: Place; points: readonly ChartPoint[] };

/** The drawing under the pointer, and its held part. */
export type Hit = { drawing: Drawing; grip: Grip };

/** Another order among the drawings of one instrument; the same list where nothing moves. */
function reordered(drawings: readonly Drawing[], id: string, to: DrawingOrder): readonly Drawing[] {
  const drawing = drawings.find((one) => one.id === id);
  if (!drawing) return drawings;
  const same = drawings.filter(({ symbol }) => symbol === drawing.symbol);
  const from = same.indexOf(drawing);
  const last = same.length - 1;
  const place = { back: 0, backward: from - 1, forward: from + 1, front: last }[to];
  const target = Math.max(0, Math.min(last, place));
  if (target === from) return drawings;
  const next = same
    .filter((one) => one !== drawing)
    .toSpliced(target, 0, drawing)
    .values();
  return drawings.map((one) => (one.symbol === drawing.symbol ? (next.next().value ?? one) : one));
}

/** A changed drawing with its fields in the order of stored ones: charts are compared by their texts. */
function withChange(drawing: Drawing, change: DrawingChange): Drawing {
  const { resolutions, levels, account, ...fields } = { ...drawing, ...change };
  return {
    ...fields,
    ...(resolutions && { resolutions }),
    ...(levels && { levels }),
    ...(account && { account }),
  };
}

/** All drawings of a chart, back to front; every change except `replaceAll` can be undone. */
function createDrawingList(undo: UndoHistory, onChange: () => void) {
  let drawings: readonly Drawing[] = [];
  /** The list's newest step, and the drawings before it. */
  let newest: { command: UndoCommand; before: readonly Drawing[] } | null = null;
  /** How often other drawings were loaded. */
  let loads = 0;
  const set = (next: readonly Drawing[]) => {
    drawings = next;
    onChange();
  };
  const commandOf = (before: readonly Drawing[], next: readonly Drawing[]): UndoCommand => ({
    undo: () => set(before),
    redo: () => set(next),
  });
  const commit = (next: readonly Drawing[]) => {
    const command = commandOf(drawings, next);
    newest = { command, before: drawings };
    set(next);
    undo.push(command);
  };
  const find = (id: string) => drawings.find((one) => one.id === id) ?? null;
  const changed = (ids: readonly string[], change: DrawingChange) =>
    drawings.map((one) => (ids.includes(one.id) ? withChange(one, change) : one));
  return {
    all: () => drawings,
    find,
    add: (drawing: Drawing) => commit([...drawings, drawing]),
    change(ids: readonly string[], change: DrawingChange): void {
      if (drawings.some(({ id }) => ids.includes(id))) commit(changed(ids, change));
    },
    /** Makes a change part of the newest step, if that was made by this list. */
    joinChange(id: string, change: DrawingChange) {
      if (!find(id)) return;
      const next = changed([id], change);
      const command = newest && commandOf(newest.before, next);
      if (!newest || !undo.replace(newest.command, command)) return commit(next);
      newest = command && { ...newest, command };
      set(next);
    },
    remove(ids: readonly string[]): () => void {
      const removed = drawings.filter(({ id }) => ids.includes(id));
      if (removed.length === 0) return () => {};
      commit(drawings.filter((one) => !removed.includes(one)));
      const command = newest?.command;
      const of = loads;
      return () => {
        if (of !== loads || undo.undo(command)) return;
        const missing = removed.filter(({ id }) => !find(id));
        if (missing.length > 0) commit([...missing, ...drawings]);
      };
    },
    /** Removes a drawing as if it had never been added, if that was the newest step. */
    takeBack(id: string): void {
      const next = drawings.filter((one) => one.id !== id);
      if (newest && undo.replace(newest.command, null)) set(next);
      else if (next.length < drawings.length) commit(next);
      newest = null;
    },
    reorder(id: string, to: DrawingOrder): void {
      const next = reordered(drawings, id, to);
      if (next !== drawings) commit(next);
    },
    /** Loads other drawings; this is no undo step. */
    replaceAll(next: readonly Drawing[]): void {
      loads += 1;
      set(next);
    },
  };
}

/** The user's current interaction with drawings; none of it is stored. */
type Interaction = {
  tool: DrawingTool | null;
  staysInTool: boolean;
  magnet: Magnet;
  styleOf: (tool: DrawingTool) => DrawingStyle;
  areShown: boolean;
  placing: Placing | null;
  moving: Moving | null;
  selectedId: string | null;
  /** The drawing and its part under a pointer that is not pressed. */
  hovered: { id: string; grip: Grip } | null;
  /** A change that is shown before it is made. */
  preview: { id: string; change: DrawingChange } | null;
};

export type BoardState = ReturnType<typeof createBoardState>;

/** The drawings and the interaction with them, shared by the board's methods and its pointer. */
export function createBoardState(deps: BoardDeps) {
  const state: Interaction = {
    tool: null,
    staysInTool: false,
    magnet: 'off',
    styleOf: firstStyle,
    areShown: true,
    placing: null,
    moving: null,
    selectedId: null,
    hovered: null,
    preview: null,
  };
  const published = (): DrawingState => {
    const wanted = state.tool && TOOLS[state.tool].points;
    return {
      tool: state.tool,
      placed: state.placing?.placed ?? 0,
      wanted: typeof wanted === 'number' ? wanted : null,
      selected: state.selectedId === null ? null : list.find(state.selectedId),
    };
  };
  /** Redraws and publishes the state of the interaction. */
  const changed = () => {
    deps.redraw();
    deps.emit('drawing', published());
  };
  const list = createDrawingList(deps.undo, () => {
    if (state.selectedId !== null && !list.find(state.selectedId)) state.selectedId = null;
    deps.emit('drawings', { drawings: list.all() });
    changed();
  });
  const precision = () => deps.open()?.precision ?? 2;
  const previewed = (drawing: Drawing): Drawing =>
    drawing.id === state.preview?.id ? withChange(drawing, state.preview.change) : drawing;
  /** The drawings of the open instrument that are visible on its interval, back to front. */
  const shown = (): readonly Drawing[] => {
    const open = deps.open();
    if (!state.areShown || !open) return [];
    const { ticker, resolution } = open;
    return list
      .all()
      .filter(({ symbol }) => symbol === ticker)
      .map(previewed)
      .filter((one) => one.isVisible && (one.resolutions?.includes(resolution) ?? true));
  };
  return {
    deps,
    state,
    list,
    changed,
    shown,
    precision,
    /** A price with the instrument's decimals that the current scale can show. */
    shownPrice(price: number): number {
      const frame = deps.frame();
      return frame ? shownPrice(frame, price, precision()) : price;
    },
    select(id: string | null): void {
      if (state.selectedId === id) return;
      state.selectedId = id;
      changed();
    },
    /**
     * The foremost drawing within `reachPx` of a place in the main pane, and its part there; the selected one goes first.
     * The area of the selected one goes last, so that lines inside it can be reached.
     */
    hit(at: Place & { reachPx: number }): Hit | null {
      const frame = deps.frame();
      if (!frame) return null;
      const drawings = shown();
      const { reachPx } = at;
      const pane = { ...frame, measure: deps.measure };
      const selected = drawings.find(({ id }) => id === state.selectedId);
      const shapes = (drawing: Drawing) =>
        shapesOf(frame, drawing, { precision: precision(), isCompact: drawing !== selected });
      const gripOf = (drawing: Drawing): Grip | null => {
        const drawn = shapes(drawing);
        if (drawn.length === 0) return null;
        const handle = drawing.isLocked ? null : handleAt(frame, drawing, at);
        if (handle !== null) return handle;
        return hitsShapes(drawn, at, pane, { reachPx, hasAreas: false }) ? 'body' : null;
      };
      for (const drawing of [...(selected ? [selected] : []), ...drawings.toReversed()]) {
        const grip = gripOf(drawing);
        if (grip !== null) return { drawing, grip };
      }
      const isInSelected =
        selected && hitsShapes(shapes(selected), at, pane, { reachPx, hasAreas: true });
      return isInSelected ? { drawing: selected, grip: 'body' } : null;
    },
  };
}
