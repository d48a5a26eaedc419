const MOVED_PX = 8;
/** A touch that lasts longer is no tap: the crosshair comes. */
const LONGEST_TAP_MS = 240;

export type DrawingTouchDeps = {
  container: HTMLElement;
  /** Whether a touch that begins at a place of the page, px, is the drawings' own until it ends. */
  begin: (clientX: number, clientY: number) => boolean;
  move: (clientX: number, clientY: number) => void;
  end: (clientX: number, clientY: number, hasMoved: boolean) => void;
  /** The touch became a pinch, or the system took it. */
  giveUp: () => void;
  /** A tap of the chart's: it may choose what was drawn there. */
  tap: (clientX: number, clientY: number) => void;
};

/**
 * Touches that draw, or move what was drawn: nobody else sees these. To be added before all other gestures; returns
 * what ends it.
 */
export function addDrawingTouches({
  container,
  begin,
  move,
  end,
  giveUp,
  tap,
}: DrawingTouchDeps): () => void {
  const over = new AbortController();
  const { signal } = over;
  let start: { x: number; y: number; atMs: number; isOurs: boolean } | null = null;

  const take = (event: TouchEvent) => {
    event.stopImmediatePropagation();
    // No mouse events follow a touch that was taken, and the page does not scroll.
    if (event.cancelable) event.preventDefault();
  };
  const onStart = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!event.isTrusted || !touch) return;
    if (event.touches.length > 1) {
      if (start?.isOurs) giveUp();
      start = null;
      return;
    }
    const { clientX: x, clientY: y } = touch;
    const isOurs = begin(x, y);
    start = { x, y, atMs: event.timeStamp, isOurs };
    if (isOurs) take(event);
  };
  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!start?.isOurs || !touch) return;
    take(event);
    move(touch.clientX, touch.clientY);
  };
  const onEnd = (event: TouchEvent) => {
    const [touch] = event.changedTouches;
    const began = start;
    start = null;
    if (!began || !touch) return;
    const { clientX, clientY } = touch;
    const hasMoved = Math.hypot(clientX - began.x, clientY - began.y) >= MOVED_PX;
    if (began.isOurs) {
      take(event);
      end(clientX, clientY, hasMoved);
    } else if (!hasMoved && event.timeStamp - began.atMs < LONGEST_TAP_MS) {
      tap(clientX, clientY);
    }
  };
  const onCancel = (event: TouchEvent) => {
    const began = start;
    start = null;
    if (!began?.isOurs) return;
    take(event);
    giveUp();
  };
  const options = { capture: true, passive: false, signal };
  container.addEventListener('touchstart', onStart, options);
  container.addEventListener('touchmove', onMove, options);
  container.addEventListener('touchend', onEnd, options);
  container.addEventListener('touchcancel', onCancel, options);
  return () => over.abort();
}
