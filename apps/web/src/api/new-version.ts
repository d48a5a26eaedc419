import { MINUTE_MS } from '@moneytrail/calendar';
import { createValueStore } from '../lib/value-store.ts';
import { stream } from './stream/stream.ts';

/** Between two questions of a connection that is lost again and again. */
const PAUSE_MS = MINUTE_MS;

/** Whether the server serves another build than this page came from: then its parts may be gone. */
export const isOutdated = createValueStore(false);

/** The address of the script that started this page; its name holds the hash of its content. */
function ownScript(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/** Asks for the page again and looks whether it starts the same script. */
async function check(): Promise<void> {
  const script = ownScript();
  if (!script || isOutdated.get()) return;
  try {
    const answer = await fetch('/', { cache: 'no-store', credentials: 'omit' });
    if (answer.ok && !(await answer.text()).includes(script)) isOutdated.set(true);
  } catch {
    // Out of reach: it is asked again with the next connection.
  }
}

/** Asks when the stream stands again, as a deployment ends every stream, and when a part cannot be loaded. */
export function watchVersion(): void {
  let askedAtMs: number | null = null;
  stream.state.subscribe(() => {
    if (stream.state.get().kind !== 'open') return;
    const isFirst = askedAtMs === null;
    if (askedAtMs !== null && performance.now() - askedAtMs < PAUSE_MS) return;
    askedAtMs = performance.now();
    if (!isFirst) void check();
  });
  window.addEventListener('vite:preloadError', () => void check());
}
