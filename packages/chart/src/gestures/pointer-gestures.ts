import type { Pointer } from '../drawings/board/meant-point.ts';

const MOVED_PX = 4;
const MAIN_BUTTON = 0;
/** So near to a line counts as on it, px. */
const MOUSE_REACH_PX = 6;
const FINGER_REACH_PX = 16;

/** A pointer's place on the chart, px from its top left corner; without a place it is off the bars. */
export type ChartPointer = Pointer & { isInside: boolean };

/** What may take a press for itself instead of the chart's panning. */
export type PointerTaker = {
  /** Whether it takes the press; the moves and the release that follow are then its own. */
  press: (at: ChartPointer) => boolean;
  move: (at: ChartPointer) => void;
  /** `hasMoved` tells a drag from a click. */
  release: (at: ChartPointer, hasMoved: boolean) => void;
};

export type PointerGestureDeps = {
  container: HTMLElement;
  /** The main pane in the container, px; null before it is there. */
  area: () => { leftPx: number; topPx: number; widthPx: number; heightPx: number } | null;
  /** Who may take a press, in the order in which they are asked. */
  takers: () => readonly PointerTaker[];
  /** Called after every move, for what the pointer looks like. */
  onMoved: () => void;
};

/** The mouse goes to those who take it, the others never see it; returns what ends it. */
export function addPointerGestures(deps: PointerGestureDeps): {
  /** A finger's place as a pointer. */
  finger: (clientX: number, clientY: number) => ChartPointer;
  end: () => void;
} {
  const { container, area, takers, onMoved } = deps;
  const over = new AbortController();
  const { signal } = over;
  let held: { taker: PointerTaker; x: number; y: number } | null = null;

  const placeOf = (clientX: number, clientY: number, isStraight: boolean, reachPx: number) => {
    const box = container.getBoundingClientRect();
    const main = area();
    const [left, top] = [clientX - box.left, clientY - box.top];
    const [x, y] = [left - (main?.leftPx ?? 0), top - (main?.topPx ?? 0)];
    const isInside = main !== null && x >= 0 && x <= main.widthPx && y >= 0 && y <= main.heightPx;
    return { x, y, isInside, isStraight, reachPx };
  };
  const mouse = ({ clientX, clientY, shiftKey }: MouseEvent) =>
    placeOf(clientX, clientY, shiftKey, MOUSE_REACH_PX);

  const onDown = (event: MouseEvent) => {
    if (event.button !== MAIN_BUTTON) return;
    const at = mouse(event);
    const taker = takers().find((one) => one.press(at));
    if (!taker) return;
    // The library would pan.
    event.stopPropagation();
    container.focus({ preventScroll: true });
    held = { taker, x: event.clientX, y: event.clientY };
  };
  const onMove = (event: MouseEvent) => {
    const at = mouse(event);
    if (held) held.taker.move(at);
    else for (const taker of takers()) taker.move(at);
    onMoved();
  };
  const onUp = (event: MouseEvent) => {
    if (!held) return;
    const { taker, x, y } = held;
    held = null;
    taker.release(mouse(event), Math.hypot(event.clientX - x, event.clientY - y) >= MOVED_PX);
    onMoved();
  };
  container.addEventListener('mousedown', onDown, { capture: true, signal });
  window.addEventListener('mousemove', onMove, { signal });
  window.addEventListener('mouseup', onUp, { signal });
  return {
    finger: (clientX, clientY) => placeOf(clientX, clientY, false, FINGER_REACH_PX),
    end: () => over.abort(),
  };
}
