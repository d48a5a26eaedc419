import { putCrosshairAt } from '../kline/crosshair.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import { asIfUnmoved, createTouchReplay } from './touch-replay.ts';

const LONG_PRESS_MS = 240;
const MOVED_PX = 8;
/** Touches that begin so near to an edge of the screen are the system's: there it goes back. */
const SCREEN_EDGE_PX = 16;

/**
 * Whose a touch is: not known yet; the library's; the page's, which scrolls with it; or ours, moving the crosshair
 * after a long press.
 */
type Owner = 'unknown' | 'library' | 'page' | 'crosshair';

type TouchOptions = {
  isEmbedded: boolean;
  /** Taps that are not the library's. */
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

/** Whose a touch has become once it has moved; unknown while it may still be a tap. */
function ownerOfMove(touch: Touch, start: Touch, isEmbedded: boolean): Owner {
  const x = Math.abs(touch.clientX - start.clientX);
  const y = Math.abs(touch.clientY - start.clientY);
  if (Math.max(x, y) < MOVED_PX) return 'unknown';
  return isEmbedded && y > x ? 'page' : 'library';
}

function createTouchHandlers(
  dom: HTMLElement,
  chart: KlineChart,
  { isEmbedded, taps }: TouchOptions,
) {
  const replay = createTouchReplay(dom);
  /** Whether the library gets the present touch only once it is known to be its own. */
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
      // No mouse events follow a tap that was taken.
      if (event.cancelable) event.preventDefault();
      taps.take(touch.clientX, touch.clientY);
      return;
    }
    // A tap, or a long press at its end: the library keeps the crosshair there until the next tap.
    replay.send('touchstart', touch);
    replay.send('touchend', touch);
  };
  return {
    stop: () => clearTimeout(timer),
    start(event: TouchEvent) {
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
    },
    move(event: TouchEvent) {
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
    },
    end(event: TouchEvent) {
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
    },
  };
}

/**
 * Long press for the crosshair on every touch screen, the screen's edges for the system, and in an embedded chart
 * upright swipes for the page. The library decides about a touch when it begins, so in an embedded chart it gets
 * one only when that is known. Returns what ends it.
 */
export function addTouchGestures(
  container: HTMLElement,
  chart: KlineChart,
  options: TouchOptions,
): () => void {
  const dom = chart.getDom();
  if (!dom) return () => {};
  const handlers = createTouchHandlers(dom, chart, options);
  const over = new AbortController();
  const { signal } = over;
  const { start, move, end } = handlers;
  container.addEventListener('touchstart', start, { capture: true, passive: true, signal });
  container.addEventListener('touchmove', move, { capture: true, passive: false, signal });
  container.addEventListener('touchend', end, { capture: true, signal });
  container.addEventListener('touchcancel', end, { capture: true, signal });
  return () => {
    handlers.stop();
    over.abort();
  };
}
