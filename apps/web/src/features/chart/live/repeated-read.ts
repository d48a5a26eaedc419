import { SECOND_MS } from '@moneytrail/calendar';
import { isWorthRetrying } from '../../../api/api-error.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import type { Clock } from '../../../lib/clock.ts';

const RETRIES = { firstMs: SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 };

/** A read that is repeated until it succeeds, one at a time. */
export type RepeatedRead = {
  /** Reads now, or once more after the read under way. Resolves after the first attempt. */
  run: () => Promise<void>;
  /** Reads now: what is under way may wait for an answer that was lost. */
  runAtOnce: () => void;
  end: () => void;
};

/** `read` answers whether it succeeded; a rejection is a failure, unless it is a refusal, which stays one. */
export function createRepeatedRead(
  { clock, random }: { clock: Clock; random: () => number },
  read: (signal: AbortSignal) => Promise<boolean>,
): RepeatedRead {
  let failures = 0;
  let cancelRetry = () => {};
  let underWay: Promise<void> | null = null;
  let current = new AbortController();
  let isWantedAgain = false;
  let isEnded = false;

  const attempt = async () => {
    cancelRetry();
    current = new AbortController();
    const isDone = await read(current.signal).catch((error: unknown) => !isWorthRetrying(error));
    if (isEnded) return;
    if (isDone) failures = 0;
    else {
      cancelRetry = clock.after(backoffMs(failures, RETRIES, random), () => void run());
      failures += 1;
    }
  };
  const run = async (): Promise<void> => {
    if (isEnded) return;
    if (underWay) {
      isWantedAgain = true;
      return underWay;
    }
    underWay = attempt();
    await underWay;
    underWay = null;
    if (!isWantedAgain) return;
    isWantedAgain = false;
    void run();
  };
  return {
    run,
    runAtOnce() {
      failures = 0;
      current.abort();
      void run();
    },
    end() {
      isEnded = true;
      current.abort();
      cancelRetry();
    },
  };
}
