import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { AppError, type CurrentUser } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { createKeyedSemaphore, QueueFullError } from '../semaphore.ts';
import type { Clock } from '../steady-clock.ts';
import { subscriberOf } from './network.ts';

/** How much work one caller may cause. */
export type WorkLimits = { atOnce: number; aMinute: number };

/** Counts the work that callers cause: who causes too much waits himself, and nobody else. */
export type CallerBudget = {
  /**
   * Does work for a caller. Rejects with 429 and the time to wait where he has his share of the minute, and where he has
   * his share at once already. Work that `mayWait` has turns of its own, so that it never keeps bars from their chart, and
   * a hundred of it wait. Who has gone by his turn is not charged: it rejects with the reason of the aborted signal.
   */
  run: <T>(caller: string, work: () => Promise<T>, how?: WorkTurn) => Promise<T>;
};

type WorkTurn = { mayWait: boolean; signal?: AbortSignal };

/** More than a person with several charts open ever needs. */
const WORK_LIMITS: WorkLimits = { atOnce: 8, aMinute: 600 };
/** Marks of years of minutes are asked for in so many pieces at once. */
const MOST_WAITING = 100;

const MOST_CALLERS = 20_000;

/** Names who is charged: an account, or where nobody has signed in the subscriber. */
export function callerName({ user, ip }: { user: CurrentUser | null; ip: string }): string {
  return user ? `account ${user._id}` : `visitor ${subscriberOf(ip)}`;
}

function refuse(waitMs: number): never {
  const message = 'You have asked for very much at once. Please wait a moment.';
  throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) });
}

/** A budget of one process; what is left of a minute's share comes back evenly. */
export function createCallerBudget(
  { monotonicMs }: Pick<Clock, 'monotonicMs'>,
  { atOnce, aMinute }: WorkLimits = WORK_LIMITS,
): CallerBudget {
  const turns = createKeyedSemaphore({ concurrency: atOnce, maxWaiting: 0 });
  const patientTurns = createKeyedSemaphore({ concurrency: atOnce, maxWaiting: MOST_WAITING });
  /** When the share of a caller is whole again, had he asked for nothing more. */
  const wholeAtMs = new LRUCache<string, number>({ max: MOST_CALLERS });
  const costMs = MINUTE_MS / aMinute;

  /** Takes of the minute's share; it is charged when the work begins. */
  function charge(caller: string): void {
    const nowMs = monotonicMs();
    const wholeMs = Math.max(nowMs, wholeAtMs.get(caller) ?? 0) + costMs;
    if (wholeMs > nowMs + MINUTE_MS) refuse(wholeMs - nowMs - MINUTE_MS);
    wholeAtMs.set(caller, wholeMs);
  }

  return {
    run: async (caller, work, { mayWait, signal } = { mayWait: false }) => {
      const charged = () => {
        signal?.throwIfAborted();
        charge(caller);
        return work();
      };
      try {
        return mayWait ? await patientTurns.run(caller, charged) : await turns.run(caller, charged);
      } catch (error) {
        if (error instanceof QueueFullError) refuse(SECOND_MS);
        throw error;
      }
    },
  };
}
