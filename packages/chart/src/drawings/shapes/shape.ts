/** A place in a pane, CSS pixels from its top left corner. */
export type Place = { x: number; y: number };

export type PaneBox = { widthPx: number; heightPx: number };

/** Colours of a shape that are not the drawing's own: those of rising and falling bars. */
export type Tone = 'up' | 'down';

/** What a drawing looks like: tools answer with these, one painter paints them and one test finds them. */
export type Shape =
  | {
      kind: 'line';
      places: readonly Place[];
      /** Instead of the drawing's own. */
      dash?: 'solid' | 'dashed' | 'dotted';
      /** Less than the drawing's own lines, 0 … 1. */
      opacity?: number;
      /** Closed like the edge of an area. */
      isClosed?: boolean;
      /** With a head at its last place. */
      isArrow?: boolean;
      /** Rounded at its corners, as a hand draws. */
      isSmooth?: boolean;
      tone?: Tone;
    }
  | {
      kind: 'area';
      places: readonly Place[];
      /** A share of the drawing's own opacity of areas. */
      share?: number;
      tone?: Tone;
    }
  | {
      kind: 'text';
      at: Place;
      lines: readonly string[];
      align: 'left' | 'center' | 'right';
      /** Which edge of the text stands at its place. */
      edge: 'top' | 'middle' | 'bottom';
      /** On a ground of the colour. */
      isBoxed?: boolean;
      /** Kept within the pane. */
      isKept?: boolean;
      tone?: Tone;
    };
