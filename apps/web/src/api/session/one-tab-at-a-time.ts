import { systemClock, waitFor } from '../../lib/clock.ts';
import type { StoredText } from './stored-text.ts';

/** What one tab stores reaches the others later than the end of its turn does. */
const SPREADING_MS = 250;

/**
 * Runs in one tab of the browser at a time, where the browser can tell them apart; elsewhere at once. The next turn
 * begins when what this one stored can be read there; the answer does not wait for that.
 */
export async function oneTabAtATime<T>(
  name: string,
  stored: StoredText,
  run: () => Promise<T>,
): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return run();
  return new Promise((resolve, reject) => {
    const takeTurn = async () => {
      const before = stored.read();
      await run().then(resolve, reject);
      if (stored.read() !== before) await waitFor(systemClock, SPREADING_MS);
    };
    locks.request(name, takeTurn).catch(reject);
  });
}
