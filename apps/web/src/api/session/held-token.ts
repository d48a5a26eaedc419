import type { Clock } from '../../lib/clock.ts';
import { createValueStore, type ValueStore } from '../../lib/value-store.ts';
import { renewalTimeMs } from './access-token.ts';
import type { StoredText } from './stored-text.ts';

/** The access token as this tab holds it, and the alarm for its renewal. */
export type HeldToken = {
  token: ValueStore<string | null>;
  /** Stores a token for all tabs; null forgets it in all. */
  keep: (token: string | null) => void;
  /** Holds what is stored, whichever tab stored it; answers it. */
  follow: () => string | null;
  /** Whether a token should be renewed by now. */
  isDue: (token: string) => boolean;
  /** Sets the alarm: at the renewal of the token held, or after a delay. */
  setAlarm: (delayMs?: number) => void;
};

/** No timer runs longer: they drift while a machine sleeps. */
const LONGEST_SLEEP_MS = 60 * 60_000;
/** However wrong a clock is, the server is not asked without a pause. */
const SHORTEST_SLEEP_MS = 1_000;

/** Holds what is stored; the alarm is not set yet. */
export function holdToken(
  { clock, stored }: { clock: Clock; stored: StoredText },
  onAlarm: () => void,
): HeldToken {
  const token = createValueStore(stored.read());
  let cancelAlarm = () => {};

  const setAlarm = (delayMs?: number) => {
    cancelAlarm();
    const held = token.get();
    if (held === null) return;
    const waitMs = delayMs ?? renewalTimeMs(held) - clock.now();
    cancelAlarm = clock.after(
      Math.min(Math.max(waitMs, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS),
      onAlarm,
    );
  };
  const hold = (next: string | null) => {
    token.set(next);
    setAlarm();
  };
  return {
    token,
    setAlarm,
    keep: (next) => {
      stored.write(next);
      hold(next);
    },
    follow: () => {
      const latest = stored.read();
      if (latest !== token.get()) hold(latest);
      return latest;
    },
    isDue: (held) => clock.now() >= renewalTimeMs(held),
  };
}
