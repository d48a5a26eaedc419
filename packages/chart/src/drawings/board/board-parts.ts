import type { DrawingState } from '../../chart-drawings.ts';
import type { ChartBar, ChartPoint } from '../../chart-source.ts';
import type { Emitter } from '../../engine/emitter.ts';
import type { UndoHistory } from '../../history/undo-history.ts';
import type { Drawing, DrawingStyle, DrawingTool, Magnet } from '../drawing.ts';
import { type DrawingFrame, shownPrice } from '../drawing-frame.ts';
import type { Place } from '../shapes/shape.ts';
import { firstStyle, TOOLS } from '../tools/index.ts';
import { createDrawingList, type DrawingList } from './drawing-list.ts';
import type { Grip } from './moving.ts';
import type { Placing } from './placing.ts';

/** What drawing needs of the chart around it. */
export type BoardDeps = {
  emitter: Emitter;
  history: UndoHistory;
  redraw: () => void;
  /** The main pane as painted last; null before the first bars. */
  frame: () => DrawingFrame | null;
  /** The open instrument. */
  open: () => { ticker: string; precision: number } | null;
  barAt: (index: number) => ChartBar | null;
  /** Where the crosshair is in the main pane, px; null while it is not there. */
  crosshair: () => Place | null;
  /** Width of a line of text, px. */
  measure: (line: string) => number;
};

/** A drawing that is held by the pointer, and its points as they are now. */
type Moving = { drawing: Drawing; grip: Grip; from: Place; points: readonly ChartPoint[] };

/** What the user is doing; nothing of it is stored. */
type BoardState = {
  tool: DrawingTool | null;
  staysInTool: boolean;
  magnet: Magnet;
  styleOf: (tool: DrawingTool) => DrawingStyle;
  areShown: boolean;
  placing: Placing | null;
  moving: Moving | null;
  selectedId: string | null;
  hoveredId: string | null;
};

/** What the methods and the pointer of drawings share. */
export type BoardParts = {
  deps: BoardDeps;
  state: BoardState;
  list: DrawingList;
  /** The drawings of the open instrument that are in sight, back to front. */
  shown: () => readonly Drawing[];
  precision: () => number;
  /** A price with the open instrument's decimals, for which the present scale has a place. */
  shownPrice: (price: number) => number;
  /** Draws anew and tells what the user is doing now. */
  changed: () => void;
  select: (id: string | null) => void;
};

export function createBoardParts(deps: BoardDeps): BoardParts {
  const state: BoardState = {
    tool: null,
    staysInTool: false,
    magnet: 'off',
    styleOf: firstStyle,
    areShown: true,
    placing: null,
    moving: null,
    selectedId: null,
    hoveredId: null,
  };
  const told = (): DrawingState => {
    const wanted = state.tool && TOOLS[state.tool].points;
    return {
      tool: state.tool,
      placed: state.placing?.placed ?? 0,
      wanted: typeof wanted === 'number' ? wanted : null,
      selected: state.selectedId === null ? null : list.find(state.selectedId),
    };
  };
  const precision = () => deps.open()?.precision ?? 2;
  const changed = () => {
    deps.redraw();
    deps.emitter.emit('drawing', told());
  };
  const list = createDrawingList(deps.history, () => {
    if (state.selectedId !== null && !list.find(state.selectedId)) state.selectedId = null;
    deps.emitter.emit('drawings', { drawings: list.all() });
    changed();
  });
  return {
    deps,
    state,
    list,
    changed,
    shown() {
      const ticker = deps.open()?.ticker;
      if (!state.areShown) return [];
      return list.all().filter(({ symbol, isVisible }) => symbol === ticker && isVisible);
    },
    precision,
    shownPrice(price) {
      const frame = deps.frame();
      return frame ? shownPrice(frame, price, precision()) : price;
    },
    select(id) {
      if (state.selectedId === id) return;
      state.selectedId = id;
      changed();
    },
  };
}
