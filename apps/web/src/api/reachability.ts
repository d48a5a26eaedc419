import { SECOND_MS } from '@moneytrail/calendar';
import { getLiveness } from '@moneytrail/contract';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createValueStore, type ValueStore } from '../lib/value-store.ts';
import { isOwnAnswer } from './own-answer.ts';

/** Whether the server answers this browser, whatever the browser reports of its network. */
export type Reachability = {
  isReachable: ValueStore<boolean>;
  /** When the last answer or message came. */
  lastAnswerMs: () => number;
  /** Called for every answer and every message of the stream. */
  confirm: () => void;
  /** Called where an answer failed to come or the stream is silent: the server is asked whether it is there. */
  suspect: () => void;
};

export type ReachabilityDeps = {
  clock: Clock;
  /** Asks the server; rejects where no answer came. */
  probe: () => Promise<unknown>;
};

/** An answer that takes longer is none: with the silence that raised the suspicion it is known within 5 s. */
export const PROBE_TIMEOUT_MS = 2 * SECOND_MS;
/** Between two questions while the server cannot be reached. */
const PAUSE_MS = 2 * SECOND_MS;

/** Starts with a server that can be reached. One lost answer proves nothing: a probe decides. */
export function createReachability({ clock, probe }: ReachabilityDeps): Reachability {
  const isReachable = createValueStore(true);
  let isProbing = false;
  let cancelPause = () => {};
  /** Counts confirmations, so that a probe that fails after one is ignored. */
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
  return { isReachable, lastAnswerMs: () => lastAnswerMs, confirm, suspect: () => void suspect() };
}

/** The page's own. */
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
