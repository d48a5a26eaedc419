/** A place in a pane, CSS pixels from its top left corner. */
export type Place = { x: number; y: number };

export type PaneBox = { widthPx: number; heightPx: number };

/** A shape in the colour of rising or falling bars instead of the drawing's own. */
export type Tone = 'up' | 'down';

/** Drawings are made of shapes: tools return them, one painter paints them and one hit test finds them. */
export type Shape =
  | {
      kind: 'line';
      places: readonly Place[];
      /** Default: the drawing's own. */
      dash?: 'solid' | 'dashed' | 'dotted';
      /** 0 … 1; default 1. */
      opacity?: number;
      isClosed?: boolean;
      /** With a head at its last place. */
      isArrow?: boolean;
      /** Corners are rounded, as in a stroke drawn by hand. */
      isSmooth?: boolean;
      tone?: Tone;
    }
  | {
      kind: 'area';
      places: readonly Place[];
      /** Share of the drawing's fill opacity, which may be above 1; default 1. */
      share?: number;
      tone?: Tone;
    }
  | {
      kind: 'text';
      at: Place;
      lines: readonly string[];
      align: 'left' | 'center' | 'right';
      /** The edge of the text that `at` names. */
      edge: 'top' | 'middle' | 'bottom';
      /** On a filled box. */
      isBoxed?: boolean;
      /** Moved into the pane where it would leave it, on all sides or sideways only. */
      kept?: 'inside' | 'sideways';
      tone?: Tone;
    };
export type TextShape = Extract<Shape, { kind: 'text' }>;

/** Distance of a place from the line between two others, px. */
export function distanceToSegment({ x, y }: Place, a: Place, b: Place): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : ((x - a.x) * dx + (y - a.y) * dy) / length2;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

/** Even-odd rule: a place is inside when a ray from it crosses an odd number of edges. */
export function isInside({ x, y }: Place, corners: readonly Place[]): boolean {
  let isIn = false;
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length] ?? a;
    const crosses = a.y > y !== b.y > y && x < a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y);
    if (crosses) isIn = !isIn;
  });
  return isIn;
}

/** Lines run on beyond the pane, so that their ends stay hidden. */
const BEYOND_PX = 40;

/**
 * The part of a line inside the pane, or null: dashing a line of millions of pixels would freeze the page. `goesOn`
 * extends the line beyond `a` or `b`. Liang–Barsky algorithm.
 */
export function clipLine(
  a: Place,
  b: Place,
  { widthPx, heightPx }: PaneBox,
  goesOn: { back?: boolean; ahead?: boolean } = {},
): [Place, Place] | null {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  let from = goesOn.back ? Number.NEGATIVE_INFINITY : 0;
  let to = goesOn.ahead ? Number.POSITIVE_INFINITY : 1;
  const edges = [
    [-dx, a.x + BEYOND_PX],
    [dx, widthPx + BEYOND_PX - a.x],
    [-dy, a.y + BEYOND_PX],
    [dy, heightPx + BEYOND_PX - a.y],
  ] as const;
  for (const [toward, room] of edges) {
    if (toward === 0 && room < 0) return null;
    if (toward < 0) from = Math.max(from, room / toward);
    if (toward > 0) to = Math.min(to, room / toward);
  }
  if (!(from <= to) || !Number.isFinite(from) || !Number.isFinite(to)) return null;
  const at = (share: number) => ({ x: a.x + share * dx, y: a.y + share * dy });
  return [at(from), at(to)];
}

export function middleOf(a: Place, b: Place): Place {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

export function moved({ x, y }: Place, dx: number, dy: number): Place {
  return { x: x + dx, y: y + dy };
}

/** Both ends of a line. */
export function ends(fromX: number, fromY: number, toX: number, toY: number): [Place, Place] {
  return [
    { x: fromX, y: fromY },
    { x: toX, y: toY },
  ];
}

/** The corners of the box between two places. */
export function boxBetween(a: Place, b: Place): Place[] {
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
}

/** Height of a line at the usual text size. */
const TEXT_LINE_PX = 18;
const TEXT_PADDING_PX = 7;
const EDGE_PX = 2;

const START: Record<TextShape['align'], number> = { left: 0, center: 0.5, right: 1 };
const TOP: Record<TextShape['edge'], number> = { top: 0, middle: 0.5, bottom: 1 };

/** A pane that can measure the width of a line of text, px. */
export type TextPlace = PaneBox & { measure: (line: string) => number; textScale: number };

/** Height of a line of text, px. */
export function textLinePx({ textScale }: { textScale: number }): number {
  return TEXT_LINE_PX * textScale;
}

/** The box of a text, px. */
export function textBox(
  { at, lines, align, edge, kept }: TextShape,
  pane: TextPlace,
): { left: number; top: number; widthPx: number; heightPx: number } {
  const widthPx = Math.ceil(Math.max(0, ...lines.map(pane.measure)) + 2 * TEXT_PADDING_PX);
  const heightPx = lines.length * textLinePx(pane) + 4;
  const left = at.x - START[align] * widthPx;
  const top = at.y - TOP[edge] * heightPx;
  if (!kept) return { left, top, widthPx, heightPx };
  const within = (edge: number, room: number) => Math.max(EDGE_PX, Math.min(room - EDGE_PX, edge));
  return {
    left: within(left, pane.widthPx - widthPx),
    top: kept === 'inside' ? within(top, pane.heightPx - heightPx) : top,
    widthPx,
    heightPx,
  };
}

function pairs(places: readonly Place[], isClosed: boolean): [Place, Place][] {
  const [first] = places;
  const all = isClosed && first ? [...places, first] : places;
  return all.slice(1).map((place, i) => [all[i] ?? place, place]);
}

export type HitRule = {
  /** Distance from a line or a text that still counts, px. */
  reachPx: number;
  /** Areas count once their drawing is selected; before that the chart below them can be panned. */
  hasAreas: boolean;
};

function isHit(shape: Shape, at: Place, pane: TextPlace, { reachPx, hasAreas }: HitRule): boolean {
  if (shape.kind === 'area') return hasAreas && isInside(at, shape.places);
  if (shape.kind === 'line') {
    return pairs(shape.places, shape.isClosed ?? false).some(
      ([a, b]) => distanceToSegment(at, a, b) <= reachPx,
    );
  }
  const { left, top, widthPx, heightPx } = textBox(shape, pane);
  const isBeside = at.x < left - reachPx || at.x > left + widthPx + reachPx;
  return !isBeside && at.y >= top - reachPx && at.y <= top + heightPx + reachPx;
}

/** A pointer is on one of the shapes. */
export function hitsShapes(
  shapes: readonly Shape[],
  at: Place,
  pane: TextPlace,
  rule: HitRule,
): boolean {
  return shapes.some((shape) => isHit(shape, at, pane, rule));
}
