import { AppError, type CurrentUser } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../steady-clock.ts';
import { subscriberOf } from './network.ts';

/** How much work one caller may cause. */
export type WorkLimits = { atOnce: number; aMinute: number };

/** Counts the work that callers cause: who causes too much waits himself, and nobody else. */
export type CallerBudget = {
  /** Begins work for a caller; returns what ends it. Throws 429 with the time to wait where he has his share. */
  acquire: (caller: string) => () => void;
  /** The same, but where he has his share at once he waits for his own work; 429 where much of his waits. */
  acquireInTurn: (caller: string) => Promise<() => void>;
};

/** More than a person with several charts open ever needs. */
const WORK_LIMITS: WorkLimits = { atOnce: 8, aMinute: 600 };
/** Marks of years of minutes are asked for in so many pieces at once. */
const MOST_WAITING = 100;

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
  const waiting = new Map<string, (() => void)[]>();

  const hasTurn = (caller: string) => (running.get(caller) ?? 0) < atOnce;

  /** Takes of the minute's share; it is charged when the work begins. */
  function charge(caller: string): void {
    const nowMs = monotonicMs();
    const wholeMs = Math.max(nowMs, wholeAtMs.get(caller) ?? 0) + costMs;
    if (wholeMs > nowMs + MINUTE_MS) refuse(wholeMs - nowMs - MINUTE_MS);
    wholeAtMs.set(caller, wholeMs);
  }

  function wakeNext(caller: string): void {
    const queue = waiting.get(caller);
    const next = queue?.shift();
    if (queue?.length === 0) waiting.delete(caller);
    next?.();
  }

  function release(caller: string): void {
    const left = (running.get(caller) ?? 1) - 1;
    if (left > 0) running.set(caller, left);
    else running.delete(caller);
    wakeNext(caller);
  }

  function acquire(caller: string): () => void {
    if (!hasTurn(caller)) refuse(1_000);
    charge(caller);
    running.set(caller, (running.get(caller) ?? 0) + 1);
    return () => release(caller);
  }

  return {
    acquire,
    acquireInTurn: async (caller) => {
      while (!hasTurn(caller)) {
        const queue = waiting.get(caller) ?? [];
        if (queue.length >= MOST_WAITING) refuse(1_000);
        waiting.set(caller, queue);
        await new Promise<void>((resolve) => queue.push(resolve));
      }
      try {
        return acquire(caller);
      } catch (error) {
        // Whoever waits behind is refused as well, or has the place.
        wakeNext(caller);
        throw error;
      }
    },
  };
}
