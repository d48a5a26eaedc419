import { setHash } from './ui/hash.ts';

/** Specified: the delay before scrolling to an anchor, and the distance kept from the top. */
const DELAY_MS = 300;
const OFFSET_PX = 50;

function scrollTo(hash: string): void {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  // Without padding of its own, a paragraph needs more to be clear of the bar.
  const marginPx = Math.max(OFFSET_PX, Number.parseFloat(getComputedStyle(target).scrollMarginTop));
  const top = target.getBoundingClientRect().top + window.scrollY - marginPx;
  window.scrollTo({ top, behavior: isCalm ? 'instant' : 'smooth' });
  // The keyboard focus follows.
  target.focus({ preventScroll: true });
}

/** The hash of a same-page link; null for other links and modified clicks. */
function hashOf(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  if (event.defaultPrevented || !isPlain) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.pathname !== window.location.pathname) return null;
  return link.hash === '' || link.hash === '#main' ? null : link.hash;
}

/** Scrolls smoothly to anchors of the same page. */
export function followHash(): void {
  document.addEventListener('click', (event) => {
    const hash = hashOf(event);
    if (hash === null) return;
    event.preventDefault();
    setHash(hash);
    window.setTimeout(() => scrollTo(hash), DELAY_MS);
  });
}

/**
 * Scrolls to the anchor the page was opened with. A script in the head has removed it from the address to stop the
 * browser's own jump. If the reader scrolls first, the page stays.
 */
export function followArrival(): void {
  const { dataset } = document.documentElement;
  const { arrival } = dataset;
  if (arrival === undefined) return;
  delete dataset.arrival;
  window.setTimeout(() => {
    // Not earlier: while the document loads, the browser still jumps to the anchor in the address.
    setHash(arrival, 'replaceState');
    if (window.scrollY === 0) scrollTo(arrival);
  }, DELAY_MS);
}
