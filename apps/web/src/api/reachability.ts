import { SECOND_MS } from '@moneytrail/calendar';
import { getLiveness } from '@moneytrail/contract';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createValueStore } from '../lib/value-store.ts';
import { isOwnAnswer } from './own-answer.ts';

export type ReachabilityDeps = {
  clock: Clock;
  /** Rejects where the server does not answer. */
  probe: () => Promise<unknown>;
};

/** With the silence before a suspicion, an outage is known within 5 s. */
export const PROBE_TIMEOUT_MS = 2 * SECOND_MS;
/** Pause between two probes of an unreachable server. */
const PAUSE_MS = 2 * SECOND_MS;

export type Reachability = ReturnType<typeof createReachability>;

/**
 * The server's reachability from this browser, independent of the browser's own report of its network. Starts as
 * reachable. One lost answer proves nothing: a probe decides.
 */
export function createReachability({ clock, probe }: ReachabilityDeps) {
  const isReachable = createValueStore(true);
  let isProbing = false;
  let cancelPause = () => {};
  /** A probe that fails after a confirmation is ignored. */
  let confirmations = 0;
  let lastAnswerMs = clock.now();

  const confirm = () => {
    lastAnswerMs = clock.now();
    confirmations += 1;
    cancelPause();
    isReachable.set(true);
  };
  const suspect = async () => {
    if (isProbing) return;
    isProbing = true;
    cancelPause();
    const asked = confirmations;
    const isAnswered = await probe().then(
      () => true,
      () => false,
    );
    isProbing = false;
    if (isAnswered) return confirm();
    if (confirmations !== asked) return;
    isReachable.set(false);
    cancelPause = clock.after(PAUSE_MS, () => void suspect());
  };
  return {
    isReachable,
    /** Time of the last answer or stream message. */
    lastAnswerMs: () => lastAnswerMs,
    /** An answer or a stream message arrived. */
    confirm,
    /** An answer is missing or the stream is silent: the server is probed. */
    suspect: () => void suspect(),
  };
}

/** The page's reachability of its server. */
export const reachability = createReachability({
  clock: systemClock,
  probe: async () => {
    const answer = await fetch(getLiveness.path, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    if (!isOwnAnswer(answer)) throw new Error('Something else answered.');
  },
});
