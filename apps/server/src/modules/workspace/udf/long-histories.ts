import { AppError } from '@moneytrail/contract';
import { createKeyedSemaphore, QueueFullError } from '../../../semaphore.ts';

/** Answers of one caller that wait for a turn. */
const MOST_WAITING = 8;
/** An answer whose turn has not come within this time has no time left to be built. */
const LONGEST_WAIT_MS = 1_350;
/** By then the answer before it has ended. */
const RETRY_AFTER_SECONDS = 3;

function refusal(cause: unknown): AppError {
  const message = 'You have asked for too many long histories at once. Please wait a moment.';
  return new AppError('RATE_LIMITED', message, { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/**
 * Builds the histories of several pages one at a time for each caller. A caller whose own histories have taken most of
 * the time of another one gets 429 for it, which would otherwise end in 503 as if the server had failed.
 */
export function createLongHistories({ monotonicMs }: { monotonicMs: () => number }) {
  const turns = createKeyedSemaphore({ concurrency: 1, maxWaiting: MOST_WAITING });
  return {
    /** Rejects with `RATE_LIMITED` if too many wait, or if the work is `UNAVAILABLE` after a long wait. */
    run: async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
      const cameAtMs = monotonicMs();
      let waitedMs = 0;
      try {
        return await turns.run(caller, () => {
          waitedMs = monotonicMs() - cameAtMs;
          return work();
        });
      } catch (error) {
        const isLate = error instanceof AppError && error.code === 'UNAVAILABLE';
        if (error instanceof QueueFullError || (isLate && waitedMs >= LONGEST_WAIT_MS)) {
          throw refusal(error);
        }
        throw error;
      }
    },
  };
}
