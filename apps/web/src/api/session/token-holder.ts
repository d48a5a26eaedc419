import { HOUR_MS, SECOND_MS } from '@moneytrail/calendar';
import type { Clock } from '../../lib/clock.ts';
import type { StoredText } from '../../lib/stored-text.ts';
import { createValueStore, type ValueStore } from '../../lib/value-store.ts';
import { refreshDueAtMs } from './access-token.ts';

/** The access token of this tab, and the timer for its refresh. */
export type TokenHolder = {
  token: ValueStore<string | null>;
  /** Stores a token for all tabs; null forgets it in all. */
  store: (token: string | null) => void;
  /** Takes over what is stored, whichever tab stored it; answers it. */
  syncFromStorage: () => string | null;
  /** Whether a token should be refreshed by now. */
  isDue: (token: string) => boolean;
  /** Sets the timer: to the refresh of the present token, or after a delay. */
  scheduleRefresh: (delayMs?: number) => void;
};

/** No timer runs longer: they drift while a machine sleeps. */
const LONGEST_SLEEP_MS = HOUR_MS;
/** However wrong a clock is, the server is not asked without a pause. */
const SHORTEST_SLEEP_MS = SECOND_MS;

/** Starts with what is stored; the timer is not set yet. */
export function createTokenHolder(
  { clock, stored }: { clock: Clock; stored: StoredText },
  onRefreshDue: () => void,
): TokenHolder {
  const token = createValueStore(stored.read());
  let cancelRefresh = () => {};

  const scheduleRefresh = (delayMs?: number) => {
    cancelRefresh();
    const held = token.get();
    if (held === null) return;
    const waitMs = delayMs ?? refreshDueAtMs(held) - clock.now();
    cancelRefresh = clock.after(
      Math.min(Math.max(waitMs, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS),
      onRefreshDue,
    );
  };
  const hold = (next: string | null) => {
    token.set(next);
    scheduleRefresh();
  };
  return {
    token,
    scheduleRefresh,
    store: (next) => {
      stored.write(next);
      hold(next);
    },
    syncFromStorage: () => {
      const latest = stored.read();
      if (latest !== token.get()) hold(latest);
      return latest;
    },
    isDue: (held) => clock.now() >= refreshDueAtMs(held),
  };
}
