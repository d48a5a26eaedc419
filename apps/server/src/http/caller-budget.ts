import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { AppError, type CurrentUser } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { createKeyedSemaphore, QueueFullError } from '../semaphore.ts';
import type { Clock } from '../steady-clock.ts';
import { subscriberOf } from './network.ts';

/** Work one caller may cause: concurrent requests, and requests a minute. */
export type WorkLimits = { atOnce: number; aMinute: number };

/** `customer` names one of the account's customers; null or absent for the account itself. */
export type WorkTurn = { mayWait?: boolean; signal?: AbortSignal; customer?: string | null };

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

/** An allowance of time for each caller: `windowMs` at most, refilled evenly in that time. */
export function createAllowance({ monotonicMs }: Pick<Clock, 'monotonicMs'>, windowMs: number) {
  /** The time at which a caller's allowance will be full again if it uses no more. */
  const fullAtMs = new LRUCache<string, number>({ max: MOST_CALLERS });
  const fullAfter = (caller: string, useMs: number) =>
    Math.max(monotonicMs(), fullAtMs.get(caller) ?? 0) + useMs;
  return {
    /** Rejects with 429 and the time to wait if there is less left. */
    take: (caller: string, useMs: number): void => {
      const fullMs = fullAfter(caller, useMs);
      const waitMs = fullMs - monotonicMs() - windowMs;
      if (waitMs > 0) refuse(waitMs);
      if (useMs > 0) fullAtMs.set(caller, fullMs);
    },
    /** Takes what was used already; the debt is limited to the window. */
    charge: (caller: string, useMs: number): void => {
      const fullMs = fullAfter(caller, useMs);
      fullAtMs.set(caller, Math.min(fullMs, monotonicMs() + 2 * windowMs));
    },
  };
}

export type CallerBudget = ReturnType<typeof createCallerBudget>;

/**
 * Limits the work of each caller in one process, so that a heavy caller does not delay others; a minute's share refills
 * evenly.
 */
export function createCallerBudget(
  clock: Pick<Clock, 'monotonicMs'>,
  { atOnce, aMinute }: WorkLimits = WORK_LIMITS,
) {
  const turns = createKeyedSemaphore({ concurrency: atOnce, maxWaiting: 0 });
  const queuedTurns = createKeyedSemaphore({ concurrency: atOnce, maxWaiting: MOST_WAITING });
  // Half of the places of its account for each customer, so that one alone never takes those of all others.
  const half = { concurrency: Math.ceil(atOnce / 2) };
  const customers = createKeyedSemaphore({ ...half, maxWaiting: 0 });
  const queuedCustomers = createKeyedSemaphore({ ...half, maxWaiting: MOST_WAITING / 2 });
  const allowance = createAllowance(clock, MINUTE_MS);

  return {
    /**
     * Runs work for a caller. Rejects with 429 and the time to wait if the caller's budget of the minute or its concurrency
     * is used up. Work that `mayWait` has separate slots, so that it never delays charts, and a queue of a hundred. Work
     * whose signal is aborted before its turn is not charged and rejects with the signal's reason. A customer has half of the
     * slots and of the queue of its account.
     */
    run: async <T>(
      caller: string,
      work: () => Promise<T>,
      { mayWait = false, signal, customer = null }: WorkTurn = {},
    ): Promise<T> => {
      const charged = () => {
        signal?.throwIfAborted();
        allowance.take(caller, MINUTE_MS / aMinute);
        return work();
      };
      try {
        const inTurn = () => (mayWait ? queuedTurns : turns).run(caller, charged);
        if (customer === null) return await inTurn();
        const own = mayWait ? queuedCustomers : customers;
        return await own.run(`${caller} ${customer}`, inTurn);
      } catch (error) {
        if (error instanceof QueueFullError) refuse(SECOND_MS);
        throw error;
      }
    },
  };
}

/** The part of the serving thread that one caller may use in the long run, and the time that it may use at once. */
export type ProcessingLimits = { share: number; burstMs: number };

const PROCESSING_LIMITS: ProcessingLimits = { share: 0.05, burstMs: 1_000 };
/** Receiving a body and passing it on takes the serving thread about 4 ms a megabyte; its parsing is measured. */
const BYTES_A_MS = 256 * 1_024;
/** Reading an answer from the database, copying and sending it takes about 8 ms a megabyte. */
const ANSWER_BYTES_A_MS = 128 * 1_024;
/** Requests of an account that read or change the database at once; further ones wait. */
const ACCOUNT_TURNS = { concurrency: 4, maxWaiting: 100 };
/** An account may always have this many on the database, however slow it is; the other turns are for bursts. */
const LASTING_TURNS = 2;
/** Work of the serving thread that is not measured: queries, and rows as they arrive. */
const LEAST_OF_REQUEST_MS = 1;
/** While the database hardly answers, a page still loads. */
const MOST_OF_REQUEST_MS = 50;

export type ProcessingBudget = {
  /** Throws 429 with the time to wait if the caller has used up its time, or has too little left for a body. */
  take(caller: string, bodyBytes: number): void;
  /** Takes time of the serving thread that was used. */
  charge(caller: string, ms: number): void;
  /** Takes the time that an answer of this length costs. */
  chargeAnswer(caller: string, bytes: number): void;
  /**
   * Runs work of an account on the database in its turn, and charges for it by its duration: one request after the other
   * is never refused because the database is slow, while four at a time in the long run are.
   */
  runInTurn<T>(caller: string, work: () => Promise<T>): Promise<T>;
};

/**
 * Limits what each caller costs one process: bytes are paid before they are read, whether or not the request is valid, and
 * measured time afterwards.
 */
export function createProcessingBudget(
  clock: Pick<Clock, 'monotonicMs'>,
  { share, burstMs }: ProcessingLimits = PROCESSING_LIMITS,
): ProcessingBudget {
  const allowance = createAllowance(clock, burstMs / share);
  const turns = createKeyedSemaphore(ACCOUNT_TURNS);
  const charge = (caller: string, ms: number) => allowance.charge(caller, ms / share);

  async function timed<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const startedAtMs = clock.monotonicMs();
    try {
      return await work();
    } finally {
      const tookMs = clock.monotonicMs() - startedAtMs;
      const costMs = Math.max(LEAST_OF_REQUEST_MS, (tookMs * share) / LASTING_TURNS);
      charge(caller, Math.min(costMs, MOST_OF_REQUEST_MS));
    }
  }

  return {
    charge,
    chargeAnswer: (caller, bytes) => charge(caller, bytes / ANSWER_BYTES_A_MS),
    take: (caller, bodyBytes) => allowance.take(caller, bodyBytes / BYTES_A_MS / share),
    runInTurn: async (caller, work) => {
      try {
        return await turns.run(caller, () => timed(caller, work));
      } catch (error) {
        if (error instanceof QueueFullError) refuse(SECOND_MS);
        throw error;
      }
    },
  };
}

/** For servers that are not exposed, such as those of tests. */
export const NO_PROCESSING_LIMITS: ProcessingBudget = {
  take: () => undefined,
  charge: () => undefined,
  chargeAnswer: () => undefined,
  runInTurn: (_caller, work) => work(),
};
