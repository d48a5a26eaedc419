import type { KlineChart } from './kline/library.ts';
import { putCrosshairAt } from './kline/viewport.ts';

/** A longer press shows the crosshair; a shorter one is a tap. */
const LONG_PRESS_MS = 240;
const MOVED_PX = 8;
/** Touches this near to an edge of the screen belong to the system (navigate back). */
const SCREEN_EDGE_PX = 16;

type DrawingTouchDeps = {
  container: HTMLElement;
  /** True takes a touch that begins at a place of the page, px, until it ends. */
  begin: (clientX: number, clientY: number) => boolean;
  /** True takes an upright swipe that began at a place, from then on. */
  grab: (clientX: number, clientY: number) => boolean;
  move: (clientX: number, clientY: number) => void;
  end: (clientX: number, clientY: number, hasMoved: boolean) => void;
  /** The touch became a pinch or was cancelled by the system. */
  giveUp: () => void;
  /** A tap on the chart, which may select a drawing. */
  tap: (clientX: number, clientY: number) => void;
};

/**
 * Touches that place or move drawings; no other listener sees them. Add them before all other gestures. Returns their
 * removal.
 */
export function addDrawingTouches(deps: DrawingTouchDeps): () => void {
  const { container, begin, grab, move, end, giveUp, tap } = deps;
  const over = new AbortController();
  const { signal } = over;
  /** A touch that is not ours may become it with its first move. */
  type Start = {
    touch: Touch;
    x: number;
    y: number;
    atMs: number;
    isOurs: boolean;
    isOpen: boolean;
  };
  let start: Start | null = null;

  const take = (event: TouchEvent) => {
    event.stopImmediatePropagation();
    // This also keeps mouse events from following, and the page from scrolling.
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
    start = { touch, x, y, atMs: event.timeStamp, isOurs, isOpen: !isOurs };
    if (isOurs) take(event);
  };
  const grabUpright = (began: Start, { clientX, clientY }: Touch, atMs: number) => {
    const [dx, dy] = [Math.abs(clientX - began.x), Math.abs(clientY - began.y)];
    if (Math.max(dx, dy) < MOVED_PX) return;
    began.isOpen = false;
    // A long press moves the crosshair.
    if (dx >= dy || atMs - began.atMs >= LONG_PRESS_MS || !grab(began.x, began.y)) return;
    // For all other listeners the touch ends where it began.
    began.touch.target.dispatchEvent(touchEvent('touchend', began.touch));
    began.isOurs = true;
  };
  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (start?.isOpen && touch) grabUpright(start, touch, event.timeStamp);
    if (!start?.isOurs || !touch) return;
    take(event);
    move(touch.clientX, touch.clientY);
  };
  const onEnd = (event: TouchEvent) => {
    if (!event.isTrusted) return;
    const [touch] = event.changedTouches;
    const began = start;
    start = null;
    if (!began || !touch) return;
    const { clientX, clientY } = touch;
    const hasMoved = Math.hypot(clientX - began.x, clientY - began.y) >= MOVED_PX;
    if (began.isOurs) {
      take(event);
      end(clientX, clientY, hasMoved);
    } else if (!hasMoved && event.timeStamp - began.atMs < LONG_PRESS_MS) {
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

function touchEvent(type: 'touchstart' | 'touchend', touch: Touch): TouchEvent {
  const touches = type === 'touchstart' ? [touch] : [];
  return new TouchEvent(type, {
    bubbles: true,
    cancelable: true,
    composed: true,
    touches,
    targetTouches: touches,
    changedTouches: [touch],
  });
}

/** Dispatches touches to the library that were held back from it. */
function createTouchReplay(dom: HTMLElement) {
  const sent = new WeakSet<Event>();
  return {
    isOurs: (event: Event) => sent.has(event),
    send(type: 'touchstart' | 'touchend', touch: Touch): void {
      const event = touchEvent(type, touch);
      sent.add(event);
      dom.dispatchEvent(event);
    },
  };
}

/** The end of a touch at its start: the library then sees no swipe and does not fling. */
function asIfUnmoved({ identifier, target }: Touch, start: Touch): Touch {
  return new Touch({ identifier, target, clientX: start.clientX, clientY: start.clientY });
}

/** Owner of a touch: not known yet, the library, the page (which scrolls) or the crosshair (after a long press). */
type Owner = 'unknown' | 'library' | 'page' | 'crosshair';

type TouchOptions = {
  isEmbedded: boolean;
  /** Taps that the library must not see. */
  taps: {
    areWanted: () => boolean;
    /** Takes a tap at a place of the page, px. */
    take: (clientX: number, clientY: number) => void;
  };
};

function isAtScreenEdge({ clientX }: Touch): boolean {
  return clientX < SCREEN_EDGE_PX || clientX > innerWidth - SCREEN_EDGE_PX;
}

function wantsNoMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The owner of a touch that moves; unknown while it may still be a tap. */
function ownerOfMove(touch: Touch, start: Touch, isEmbedded: boolean): Owner {
  const x = Math.abs(touch.clientX - start.clientX);
  const y = Math.abs(touch.clientY - start.clientY);
  if (Math.max(x, y) < MOVED_PX) return 'unknown';
  return isEmbedded && y > x ? 'page' : 'library';
}

/**
 * Long presses move the crosshair, touches at the screen's edges belong to the system, and in an embedded chart upright
 * swipes scroll the page. The library claims a touch when it begins, so in an embedded chart it gets one only once it is
 * known to own it. Returns the gestures' removal.
 */
export function addTouchGestures(
  container: HTMLElement,
  chart: KlineChart,
  { isEmbedded, taps }: TouchOptions,
): () => void {
  const dom = chart.getDom();
  if (!dom) return () => {};
  const over = new AbortController();
  const { signal } = over;
  const replay = createTouchReplay(dom);
  /** The library gets the current touch only once it is known to own it. */
  let isHeldBack = isEmbedded;
  let owner: Owner = 'library';
  let start: Touch | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pointAt = (touch: Touch) => {
    const box = dom.getBoundingClientRect();
    putCrosshairAt(chart, touch.clientX - box.left, touch.clientY - box.top);
  };
  const onTapEnd = (event: TouchEvent, touch: Touch) => {
    if (!isHeldBack) return;
    event.stopPropagation();
    if (owner === 'unknown' && taps.areWanted()) {
      // Keeps mouse events from following the tap.
      if (event.cancelable) event.preventDefault();
      taps.take(touch.clientX, touch.clientY);
      return;
    }
    // After a tap or a long press the library keeps the crosshair until the next tap.
    replay.send('touchstart', touch);
    replay.send('touchend', touch);
  };
  const onStart = (event: TouchEvent) => {
    if (replay.isOurs(event)) return;
    clearTimeout(timer);
    const [touch] = event.touches;
    owner = 'library';
    if (event.touches.length !== 1 || !touch) return;
    start = touch;
    owner = isAtScreenEdge(touch) ? 'page' : 'unknown';
    isHeldBack = isEmbedded || taps.areWanted();
    if (isHeldBack || owner === 'page') event.stopPropagation();
    if (owner === 'page') return;
    timer = setTimeout(() => {
      owner = 'crosshair';
      pointAt(touch);
    }, LONG_PRESS_MS);
  };
  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch) return;
    if (owner === 'unknown' && start) {
      owner = ownerOfMove(touch, start, isEmbedded);
      if (owner !== 'unknown') clearTimeout(timer);
      if (isHeldBack && owner === 'library') replay.send('touchstart', start);
    }
    if (owner === 'library') return;
    event.stopPropagation();
    if (owner !== 'crosshair') return;
    if (event.cancelable) event.preventDefault();
    pointAt(touch);
  };
  const onEnd = (event: TouchEvent) => {
    if (replay.isOurs(event)) return;
    clearTimeout(timer);
    const [touch] = event.changedTouches;
    if (touch && event.type === 'touchend') {
      if (owner === 'unknown' || owner === 'crosshair') onTapEnd(event, touch);
      else if (owner === 'library' && start && wantsNoMotion()) {
        event.stopPropagation();
        replay.send('touchend', asIfUnmoved(touch, start));
      }
    }
    owner = 'library';
  };
  container.addEventListener('touchstart', onStart, { capture: true, passive: true, signal });
  container.addEventListener('touchmove', onMove, { capture: true, passive: false, signal });
  container.addEventListener('touchend', onEnd, { capture: true, signal });
  container.addEventListener('touchcancel', onEnd, { capture: true, signal });
  return () => {
    clearTimeout(timer);
    over.abort();
  };
}
