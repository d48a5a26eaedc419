import { systemClock, waitFor } from '../../lib/clock.ts';
import type { StoredText } from '../../lib/stored-text.ts';

/** What one tab stores reaches the others later than the release of the lock does. */
const STORAGE_DELAY_MS = 250;

/**
 * Runs under a lock that all tabs of the browser share; without one where the browser has no Web Locks or denies them. The
 * lock is released when the other tabs can read what was stored under it; the answer does not wait for that.
 */
export async function withCrossTabLock<T>(
  name: string,
  stored: StoredText,
  run: () => Promise<T>,
): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return run();
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const runLocked = async () => {
      hasBegun = true;
      const before = stored.read();
      await run().then(resolve, reject);
      if (stored.read() !== before) await waitFor(systemClock, STORAGE_DELAY_MS);
    };
    locks.request(name, runLocked).catch((error: unknown) => {
      if (hasBegun) reject(error);
      else run().then(resolve, reject);
    });
  });
}
