import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { AppError, type CurrentUser } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { createKeyedSemaphore, QueueFullError } from '../semaphore.ts';
import type { Clock } from '../steady-clock.ts';
import { subscriberOf } from './network.ts';

/** Work one caller may cause: concurrent requests, and requests a minute. */
export type WorkLimits = { atOnce: number; aMinute: number };

type WorkTurn = { mayWait: boolean; signal?: AbortSignal };

/** More than a user with several open charts ever needs. */
const WORK_LIMITS: WorkLimits = { atOnce: 8, aMinute: 600 };
/** Marks over years of minute bars are requested in up to this many pieces at once. */
const MOST_WAITING = 100;

const MOST_CALLERS = 20_000;

/** The budget's key: the account, or the subscriber of a visitor. */
export function callerName({
  user,
  ip,
}: {
  user: Pick<CurrentUser, '_id'> | null;
  ip: string;
}): string {
  return user ? `account ${user._id}` : `visitor ${subscriberOf(ip)}`;
}

function refuse(waitMs: number): never {
  const message = 'You have sent too many requests at once. Please wait a moment.';
  throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) });
}

export type CallerBudget = ReturnType<typeof createCallerBudget>;

/**
 * Limits the work of each caller in one process, so that a heavy caller does not delay others; a minute's share refills
 * evenly.
 */
export function createCallerBudget(
  { monotonicMs }: Pick<Clock, 'monotonicMs'>,
  { atOnce, aMinute }: WorkLimits = WORK_LIMITS,
) {
  const turns = createKeyedSemaphore({ concurrency: atOnce, maxWaiting: 0 });
  const queuedTurns = createKeyedSemaphore({ concurrency: atOnce, maxWaiting: MOST_WAITING });
  /** The time at which a caller's share will be full again if it sends no more requests. */
  const fullAtMs = new LRUCache<string, number>({ max: MOST_CALLERS });
  const costMs = MINUTE_MS / aMinute;

  /** Charges the minute's share; called when the work begins. */
  function charge(caller: string): void {
    const nowMs = monotonicMs();
    const fullMs = Math.max(nowMs, fullAtMs.get(caller) ?? 0) + costMs;
    if (fullMs > nowMs + MINUTE_MS) refuse(fullMs - nowMs - MINUTE_MS);
    fullAtMs.set(caller, fullMs);
  }

  return {
    /**
     * Runs work for a caller. Rejects with 429 and the time to wait if the caller's budget of the minute or its concurrency
     * is used up. Work that `mayWait` has separate slots, so that it never delays charts, and a queue of a hundred. Work
     * whose signal is aborted before its turn is not charged and rejects with the signal's reason.
     */
    run: async <T>(
      caller: string,
      work: () => Promise<T>,
      { mayWait, signal }: WorkTurn = { mayWait: false },
    ): Promise<T> => {
      const charged = () => {
        signal?.throwIfAborted();
        charge(caller);
        return work();
      };
      try {
        return await (mayWait ? queuedTurns : turns).run(caller, charged);
      } catch (error) {
        if (error instanceof QueueFullError) refuse(SECOND_MS);
        throw error;
      }
    },
  };
}
