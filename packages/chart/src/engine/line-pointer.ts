import { type DrawingFrame, shownPrice } from '../drawings/drawing-frame.ts';
import type { Pointer } from '../drawings/pointer.ts';

/** A horizontal line at a price that a pointer can press; a fixed one is not dragged. */
type PressedLine<Id> = { id: Id; price: number; isFixed?: boolean };

type Deps<Id, Line> = {
  lines: () => readonly Line[];
  /** The last painted pane: a pointer hits what the user saw. */
  frame: () => Pick<DrawingFrame, 'toY' | 'priceAt'> | null;
  /** Decimals of a dragged price. */
  precision: () => number;
  redraw: () => void;
  onMoved: (id: Id, price: number) => void;
  /** A line that is fixed or was hardly moved stays where it was. Without it taps are taps on the chart. */
  onPressed?: (id: Id) => void;
  /** Fingers drag them too, by upright swipes. */
  isForFingers?: boolean;
};

export type LinePointer = ReturnType<typeof createLinePointer>['pointer'];

/** Lines that are dragged to other prices. */
export function createLinePointer<Id, Line extends PressedLine<Id>>(deps: Deps<Id, Line>) {
  const { frame, redraw } = deps;
  /** A dragged line; it keeps its place until the page sets the lines anew. */
  let moved: { id: Id; price: number } | null = null;
  let held: Line | null = null;
  let hoveredId: Id | null = null;
  const shown = (): Line[] =>
    deps.lines().map((line) => (line.id === moved?.id ? { ...line, price: moved.price } : line));
  const lineAt = ({ y, reachPx }: Pointer): Line | null => {
    const { toY } = frame() ?? {};
    if (!toY) return null;
    const near = shown()
      .map((line) => ({ line, px: Math.abs(toY(line.price) - y) }))
      .filter(({ px }) => px <= reachPx)
      .sort((a, b) => a.px - b.px);
    return near[0]?.line ?? null;
  };
  const hover = (id: Id | null) => {
    if (id === hoveredId) return;
    hoveredId = id;
    redraw();
  };
  const springBack = () => {
    moved = null;
    redraw();
  };
  return {
    /** With the dragged one where it is. */
    shown,
    activeId: () => held?.id ?? hoveredId,
    /** The lines have been set anew. */
    settle(): void {
      if (!held) moved = null;
      redraw();
    },
    pointer: {
      isTapped: deps.onPressed !== undefined,
      press(at: Pointer): boolean {
        held = lineAt(at);
        return held !== null;
      },
      /** Takes a finger that has begun an upright swipe. */
      grab(at: Pointer): boolean {
        const line = deps.isForFingers ? lineAt(at) : null;
        if (!line || line.isFixed) return false;
        held = line;
        return true;
      },
      move(at: Pointer): void {
        const pane = frame();
        if (held?.isFixed) return;
        if (held && pane) {
          moved = { id: held.id, price: shownPrice(pane, pane.priceAt(at.y), deps.precision()) };
          redraw();
        } else if (!held) hover(lineAt(at)?.id ?? null);
      },
      leave: () => hover(null),
      release(_at: Pointer, hasMoved: boolean): void {
        const pressed = held;
        held = null;
        if (!pressed) return;
        if (hasMoved && moved) deps.onMoved(pressed.id, moved.price);
        else {
          springBack();
          deps.onPressed?.(pressed.id);
        }
      },
      /** The touch became a pinch or was cancelled. */
      giveUp(): void {
        held = null;
        springBack();
      },
      isBusy: () => held !== null,
      isHovered: () => hoveredId !== null,
    },
  };
}
