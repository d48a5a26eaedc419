import { SECOND_MS } from '@moneytrail/calendar';
import type { Clock } from '../lib/clock.ts';
import { createValueStore, type ValueStore } from '../lib/value-store.ts';

/** While a deployment is under way old and new servers answer in turn: a new build counts when it stays. */
const PROOF_MS = 30 * SECOND_MS;

export type VersionDeps = {
  clock: Clock;
  /** Addresses of the scripts that started this page; their names hold the hash of their content. */
  own: string | null;
  /** Addresses of the scripts that the server starts a page with now; rejects where no answer came. */
  readServed: () => Promise<string | null>;
};

/** Whether the server serves another build than this page came from: then its parts may be gone. */
export type VersionCheck = { isOutdated: ValueStore<boolean>; check: () => void };

/** Idle until `check`; a page is outdated when two answers, 30 s apart, name the same other build. */
export function createVersionCheck({ clock, own, readServed }: VersionDeps): VersionCheck {
  const isOutdated = createValueStore(false);
  let isChecking = false;

  const ask = async (suspected: string | null) => {
    // Out of reach: it is asked again with the next connection.
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
