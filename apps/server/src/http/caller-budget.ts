import { AppError, type CurrentUser } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../steady-clock.ts';
import { subscriberOf } from './network.ts';

/** How much work one caller may cause. */
export type WorkLimits = { atOnce: number; aMinute: number };

/** Counts the work that callers cause: who causes too much waits himself, and nobody else. */
export type CallerBudget = {
  /** Begins work for a caller; returns what ends it. Throws 429 with the time to wait where he has his share. */
  enter: (caller: string) => () => void;
};

/** More than a person with several charts open ever needs. */
const WORK_LIMITS: WorkLimits = { atOnce: 8, aMinute: 600 };

const MOST_CALLERS = 20_000;
const MINUTE_MS = 60_000;

/** Names who is charged: an account, or where nobody has signed in the subscriber. */
export function callerName({ user, ip }: { user: CurrentUser | null; ip: string }): string {
  return user ? `account ${user._id}` : `visitor ${subscriberOf(ip)}`;
}

function refuse(waitMs: number): never {
  const message = 'You have asked for very much at once. Please wait a moment.';
  throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}

/** A budget of one process; what is left of a minute's share comes back evenly. */
export function createCallerBudget(
  { monotonicMs }: Pick<Clock, 'monotonicMs'>,
  { atOnce, aMinute }: WorkLimits = WORK_LIMITS,
): CallerBudget {
  const running = new Map<string, number>();
  /** When the share of a caller is whole again, had he asked for nothing more. */
  const wholeAtMs = new LRUCache<string, number>({ max: MOST_CALLERS });
  const costMs = MINUTE_MS / aMinute;
  return {
    enter: (caller) => {
      const nowMs = monotonicMs();
      const before = running.get(caller) ?? 0;
      if (before >= atOnce) refuse(1_000);
      const wholeMs = Math.max(nowMs, wholeAtMs.get(caller) ?? 0) + costMs;
      if (wholeMs > nowMs + MINUTE_MS) refuse(wholeMs - nowMs - MINUTE_MS);
      wholeAtMs.set(caller, wholeMs);
      running.set(caller, before + 1);
      return () => {
        const left = (running.get(caller) ?? 1) - 1;
        if (left > 0) running.set(caller, left);
        else running.delete(caller);
      };
    },
  };
}
