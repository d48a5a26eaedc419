import type { Chart } from 'klinecharts';
import { putCrosshairAt } from './crosshair.ts';

const LONG_PRESS_MS = 240;
const MOVED_PX = 8;

/**
 * Whose a touch is: not known yet; the library's; the page's, which scrolls with it; or ours, moving the crosshair
 * after a long press.
 */
type Owner = 'unknown' | 'library' | 'page' | 'crosshair';

/** Tells the library of a touch that was held back from it. */
function createReplay(dom: HTMLElement) {
  const sent = new WeakSet<Event>();
  return {
    isOurs: (event: Event) => sent.has(event),
    send(type: 'touchstart' | 'touchend', touch: Touch) {
      const touches = type === 'touchstart' ? [touch] : [];
      const event = new TouchEvent(type, {
        bubbles: true,
        cancelable: true,
        composed: true,
        touches,
        targetTouches: touches,
        changedTouches: [touch],
      });
      sent.add(event);
      dom.dispatchEvent(event);
    },
  };
}

/**
 * Long press for the crosshair on every touch screen, and in an embedded chart upright swipes for the page.
 * The library decides about a touch when it begins, so in an embedded chart it hears of one only when that is known.
 * Returns what ends it.
 */
export function addTouchGestures(
  container: HTMLElement,
  chart: Chart,
  { isEmbedded }: { isEmbedded: boolean },
): () => void {
  const dom = chart.getDom();
  if (!dom) return () => {};
  const replay = createReplay(dom);
  let owner: Owner = 'library';
  let start: Touch | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pointAt = (touch: Touch) => {
    const box = dom.getBoundingClientRect();
    putCrosshairAt(chart, touch.clientX - box.left, touch.clientY - box.top);
  };
  const onStart = (event: TouchEvent) => {
    if (replay.isOurs(event)) return;
    clearTimeout(timer);
    const [touch] = event.touches;
    if (event.touches.length !== 1 || !touch) {
      owner = 'library';
      return;
    }
    owner = 'unknown';
    start = touch;
    if (isEmbedded) event.stopPropagation();
    timer = setTimeout(() => {
      owner = 'crosshair';
      pointAt(touch);
    }, LONG_PRESS_MS);
  };
  const decide = (touch: Touch) => {
    if (!start) return;
    const x = Math.abs(touch.clientX - start.clientX);
    const y = Math.abs(touch.clientY - start.clientY);
    if (Math.max(x, y) < MOVED_PX) return;
    clearTimeout(timer);
    owner = isEmbedded && y > x ? 'page' : 'library';
    if (isEmbedded && owner === 'library') replay.send('touchstart', start);
  };
  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch) return;
    if (owner === 'unknown') decide(touch);
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
    const isTap = event.type === 'touchend' && (owner === 'unknown' || owner === 'crosshair');
    if (isEmbedded && touch && isTap) {
      event.stopPropagation();
      // A tap, or a long press at its end: the library keeps the crosshair there until the next tap.
      replay.send('touchstart', touch);
      replay.send('touchend', touch);
    }
    owner = 'library';
  };
  const over = new AbortController();
  const { signal } = over;
  container.addEventListener('touchstart', onStart, { capture: true, passive: true, signal });
  container.addEventListener('touchmove', onMove, { capture: true, passive: false, signal });
  container.addEventListener('touchend', onEnd, { capture: true, signal });
  container.addEventListener('touchcancel', onEnd, { capture: true, signal });
  return () => {
    clearTimeout(timer);
    over.abort();
  };
}
