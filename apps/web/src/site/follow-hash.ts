import { setHash } from './ui/hash.ts';

/** As specified: an anchor is scrolled to after this time, and keeps this distance from the top. */
const DELAY_MS = 300;
const OFFSET_PX = 50;

function scrollTo(hash: string): void {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return;
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = target.getBoundingClientRect().top + window.scrollY - OFFSET_PX;
  window.scrollTo({ top, behavior: isCalm ? 'instant' : 'smooth' });
  // Where the page goes, the keyboard goes on.
  target.focus({ preventScroll: true });
}

/** The hash of a link that stays on this page; null for every other one, and where more than a click is meant. */
function hashOf(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  if (event.defaultPrevented || !isPlain) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.pathname !== window.location.pathname) return null;
  return link.hash === '' || link.hash === '#main' ? null : link.hash;
}

/** Follows links to places of the same page smoothly. */
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
 * Goes to the place that the address named when the page was opened. A script in the head has taken it out of the address,
 * so that the browser does not jump there. Whoever scrolls meanwhile stays where they are.
 */
export function followArrival(): void {
  const { dataset } = document.documentElement;
  const { arrival } = dataset;
  if (arrival === undefined) return;
  delete dataset.arrival;
  window.setTimeout(() => {
    // Not earlier: while the document is read a browser still jumps to what its address names.
    setHash(arrival, 'replaceState');
    if (window.scrollY === 0) scrollTo(arrival);
  }, DELAY_MS);
}
