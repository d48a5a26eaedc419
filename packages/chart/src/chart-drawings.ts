import type {
  Drawing,
  DrawingChange,
  DrawingOrder,
  DrawingStyle,
  DrawingTool,
  Magnet,
} from './drawings/drawing.ts';

/** The user's current interaction with drawings. */
export type DrawingState = {
  /** The chosen tool; null while the pointer moves the chart. */
  tool: DrawingTool | null;
  /** Number of placed points. */
  placed: number;
  /** Number of points to place; null for a stroke. */
  wanted: number | null;
  /** The drawing with handles. */
  selected: Drawing | null;
};

/**
 * The user's drawings. Drawings of all instruments are kept; those of the open one are shown. Every change except
 * `replaceAll` can be undone.
 */
export type ChartDrawings = {
  /** The next clicks, taps or a drag place a drawing; null ends the tool. */
  setTool: (tool: DrawingTool | null) => void;
  /** A tool stays chosen after its drawing was placed. */
  setStaysInTool: (stays: boolean) => void;
  setMagnet: (magnet: Magnet) => void;
  /** Sets the style of new drawings. */
  setFirstStyle: (styleOf: (tool: DrawingTool) => DrawingStyle) => void;
  /** Shows or hides all drawings. */
  setShown: (areShown: boolean) => void;
  /** Back to front, of all instruments. */
  all: () => readonly Drawing[];
  /**
   * Replaces all drawings and clears the undo history, unless `keepsSteps` is set: another chart with the same drawings has
   * changed them by a step that is undone before the ones of this chart.
   */
  replaceAll: (drawings: readonly Drawing[], keepsSteps?: boolean) => void;
  /** Changes one or several drawings in one undo step. */
  change: (ids: readonly string[], change: DrawingChange) => void;
  /** Shows a change of a drawing before it is made; null shows the drawing as it is. */
  preview: (id: string, change: DrawingChange | null) => void;
  /**
   * Sets the words of a text that was just placed, in the same undo step. Without words the text is removed as if it had
   * never been placed.
   */
  giveWords: (id: string, text: string) => void;
  /** Returns how to bring them back: the step is undone, or followed by another one if others were made since. */
  remove: (ids: readonly string[]) => () => void;
  /** Adds a copy beside the drawing and selects it. */
  clone: (id: string) => void;
  /** A drawing as a text that `paste` reads, on any chart; null where there is none. */
  copy: (id: string) => string | null;
  /**
   * Adds a copied drawing to the open instrument and selects it; null for other texts. Out of view it would be lost, so it
   * then moves into view, and `hasOtherPrices` tells whether its prices changed for that.
   */
  paste: (text: string) => { hasOtherPrices: boolean } | null;
  reorder: (id: string, to: DrawingOrder) => void;
  select: (id: string | null) => void;
  /** Id of the foremost drawing at a place, px from the chart's top left corner; null where there is none. */
  at: (x: number, y: number) => string | null;
  /** Clicks at the crosshair with the chosen tool; false without crosshair or tool, and for strokes. */
  putAtCrosshair: () => boolean;
  /**
   * Moves the selected drawing by bars and pixels, as arrow keys do; false where none can move. Quick successive moves are
   * one undo step.
   */
  nudge: (bars: number, dyPx: number) => boolean;
  /** A drawing is being placed or moved. */
  isBusy: () => boolean;
  /** Cancels the placing with its tool, then the selection; false where there was nothing to cancel. */
  cancel: () => boolean;
  /** The box around a drawing's handles, px from the chart's top left corner; null while it is not shown. */
  placeOf: (
    id: string,
  ) => { leftPx: number; topPx: number; widthPx: number; heightPx: number } | null;
};
