import { MINUTE_MS } from '@moneytrail/calendar';
import { systemClock } from '../lib/clock.ts';
import { stream } from './stream/stream.ts';
import { createVersionCheck } from './version-check.ts';

/** Least pause between two checks, as where a connection keeps getting lost. */
const PAUSE_MS = MINUTE_MS;
const START_SCRIPTS = /<script[^>]*\stype="module"[^>]*\ssrc="([^"]+)"/g;

/** The addresses of start scripts as one text; null without any. */
const named = (addresses: (string | null | undefined)[]) => addresses.join(' ') || null;

/** Reads this page's own document: public pages have another build. */
async function readServed(): Promise<string | null> {
  const answer = await fetch(window.location.pathname, { cache: 'no-store', credentials: 'omit' });
  if (!answer.ok) throw new Error(`The page was answered ${answer.status}.`);
  return named([...(await answer.text()).matchAll(START_SCRIPTS)].map(([, address]) => address));
}

const { isOutdated, check } = createVersionCheck({
  clock: systemClock,
  own: named(
    [...document.querySelectorAll('script[type="module"][src]')].map((script) =>
      script.getAttribute('src'),
    ),
  ),
  readServed,
});

export { isOutdated };

/** Checks after each reconnection of the stream, which a deployment ends, and when a part cannot be loaded. */
export function watchVersion(): void {
  // The first chart may have opened the stream before.
  let askedAtMs = stream.state.get().kind === 'open' ? performance.now() : null;
  stream.state.subscribe(() => {
    if (stream.state.get().kind !== 'open') return;
    const isFirst = askedAtMs === null;
    if (askedAtMs !== null && performance.now() - askedAtMs < PAUSE_MS) return;
    askedAtMs = performance.now();
    if (!isFirst) check();
  });
  window.addEventListener('vite:preloadError', check);
}
