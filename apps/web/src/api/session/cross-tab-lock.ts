import { systemClock, waitFor } from '../../lib/clock.ts';
import type { StoredText } from '../../lib/stored-text.ts';

/** Storage changes reach other tabs later than the release of the lock. */
const STORAGE_DELAY_MS = 250;

/**
 * Runs under a lock shared by all tabs; without one where the browser lacks or denies Web Locks. The lock is held until
 * other tabs can read what was stored; the result does not wait for that.
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
