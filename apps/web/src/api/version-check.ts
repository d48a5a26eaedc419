import { SECOND_MS } from '@moneytrail/calendar';
import type { Clock } from '../lib/clock.ts';
import { createValueStore } from '../lib/value-store.ts';

/** Old and new servers answer in turn during a deployment: a new build counts once it lasts this long. */
const PROOF_MS = 30 * SECOND_MS;

export type VersionDeps = {
  clock: Clock;
  /** Addresses of this page's start scripts; their names contain a content hash. */
  own: string | null;
  /** Addresses of the start scripts that the server names now; rejects without an answer. */
  readServed: () => Promise<string | null>;
};

/**
 * Idle until `check`. `isOutdated`: two answers, 30 s apart, named the same other build; lazily loaded parts of this page
 * may be gone.
 */
export function createVersionCheck({ clock, own, readServed }: VersionDeps) {
  const isOutdated = createValueStore(false);
  let isChecking = false;

  const ask = async (suspected: string | null) => {
    // The server is unreachable: the next connection checks again.
    const served = await readServed().catch(() => own);
    if (served === null || served === own) {
      isChecking = false;
    } else if (served === suspected) {
      isOutdated.set(true);
    } else {
      clock.after(PROOF_MS, () => void ask(served));
    }
  };
  const check = () => {
    if (own === null || isChecking) return;
    isChecking = true;
    void ask(null);
  };
  return { isOutdated, check };
}
