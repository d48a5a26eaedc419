import type {
  Drawing,
  DrawingChange,
  DrawingOrder,
  DrawingStyle,
  DrawingTool,
  Magnet,
} from './drawings/drawing.ts';

/** What the pointer does with drawings at this moment. */
export type DrawingState = {
  /** The tool whose drawing is placed next; null while the pointer is the chart's. */
  tool: DrawingTool | null;
  /** How many of its points stand. */
  placed: number;
  /** How many it needs; null where it is drawn in one stroke. */
  wanted: number | null;
  /** The drawing that handles are shown of. */
  selected: Drawing | null;
};

/**
 * What the user draws on the chart. Drawings of all instruments are kept; those of the open one are shown. Every change
 * but `replaceAll` can be taken back.
 */
export type ChartDrawings = {
  /** Lets the next clicks, taps or a drag place a drawing; null gives the pointer back. */
  setTool: (tool: DrawingTool | null) => void;
  /** Whether a tool goes on after its drawing was placed. */
  setStaysInTool: (stays: boolean) => void;
  setMagnet: (magnet: Magnet) => void;
  /** How drawings of a tool look at first. */
  setFirstStyle: (styleOf: (tool: DrawingTool) => DrawingStyle) => void;
  /** Shows or hides all of them. */
  setShown: (areShown: boolean) => void;
  /** Back to front, of all instruments. */
  all: () => readonly Drawing[];
  /** Others altogether: what was drawn and its history are gone. */
  replaceAll: (drawings: readonly Drawing[]) => void;
  /** Changes one or several of them in one step. */
  change: (ids: readonly string[], change: DrawingChange) => void;
  /**
   * The first words of a text that was just placed: one step with that. Without words the text is taken away as if it
   * had never been placed.
   */
  giveWords: (id: string, text: string) => void;
  remove: (ids: readonly string[]) => void;
  /** Puts a copy a little beside it and selects that. */
  clone: (id: string) => void;
  reorder: (id: string, to: DrawingOrder) => void;
  select: (id: string | null) => void;
  /** Id of the foremost drawing at a place, px from the chart's top left corner; null beside all of them. */
  at: (x: number, y: number) => string | null;
  /** Puts a point of the chosen tool at the crosshair, as a click there would; false without either, and for strokes. */
  putAtCrosshair: () => boolean;
  /**
   * Moves the selected drawing by bars and pixels, as arrow keys do; false where none may move. Moves in quick succession
   * are one step.
   */
  nudge: (bars: number, dyPx: number) => boolean;
  /** Whether a drawing is being placed or moved this moment. */
  isBusy: () => boolean;
  /** Gives up what is being placed, then the tool, then the selection; false where there was nothing. */
  cancel: () => boolean;
  /** Where a drawing stands, px from the chart's top left corner: the box around its handles; null out of sight. */
  placeOf: (
    id: string,
  ) => { leftPx: number; topPx: number; widthPx: number; heightPx: number } | null;
};
