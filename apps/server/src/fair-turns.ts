import { createFairQueue, type FairQueueOptions, RECENT_MS } from './fair-queue.ts';
import { QueueFullError, WaitedTooLongError } from './semaphore.ts';
import type { Askers } from './single-flight.ts';

/** The turn of a running job. */
type Turn = {
  /**
   * Waits for an event outside the job, such as a vendor's answer. If it takes longer than a moment, another job may use
   * the turn in the meantime.
   */
  away: <T>(wait: Promise<T>) => Promise<T>;
};

type Job = { id: number; isAway: boolean; start: () => void };

/** The caller of work that nobody in particular asked for. */
const NOBODY = '';

/** Waits that are shorter keep their turn. */
const MOMENT_MS = 5;

/**
 * Runs jobs in turns that are divided fairly among callers, by the milliseconds that their jobs take; see
 * `createFairQueue`. A job whose signal is aborted before its turn leaves the queue and rejects with the signal's reason.
 */
export function createFairTurns({
  now = performance.now.bind(performance),
  ...options
}: FairQueueOptions & { now?: () => number }) {
  const queue = createFairQueue({ ...options, now });
  const jobs = new Map<number, Job>();
  let newest = 0;
  let isLaterDue = false;

  function startDue(): void {
    for (let id = queue.next(); id !== null; id = queue.next()) {
      jobs.get(id)?.start();
    }
    if (isLaterDue || !queue.isHeldBack()) return;
    isLaterDue = true;
    setTimeout(startLater, RECENT_MS);
  }

  function startLater(): void {
    isLaterDue = false;
    startDue();
  }

  /** Resolves when the job has a turn; rejects with the reason of an aborted signal. */
  function turnOf(job: Job, signal: AbortSignal): Promise<void> {
    return new Promise((done, failed) => {
      const leave = () => {
        queue.end(job.id);
        failed(signal.reason);
        startDue();
      };
      job.start = () => {
        signal.removeEventListener('abort', leave);
        done();
      };
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
  }

  async function away<T>(job: Job, signal: AbortSignal, wait: Promise<T>): Promise<T> {
    if (job.isAway) return wait;
    job.isAway = true;
    const settled = wait.then(
      () => true,
      () => true,
    );
    let timer: NodeJS.Timeout | undefined;
    const moment = new Promise<boolean>((done) => {
      timer = setTimeout(() => done(false), MOMENT_MS);
    });
    const isSettled = await Promise.race([settled, moment]);
    clearTimeout(timer);
    if (isSettled) {
      job.isAway = false;
      return wait;
    }
    queue.pause(job.id);
    startDue();
    await settled;
    const turn = turnOf(job, signal);
    queue.resume(job.id);
    startDue();
    await turn;
    job.isAway = false;
    return wait;
  }

  return {
    /**
     * Runs work in a turn of one of the callers; those who join later may bring it forward. Rejects with a
     * `QueueFullError` if too much of the first caller's waits, and with a `WaitedTooLongError` if the turn comes after
     * `maxWaitMs`: under overload all turns would otherwise go to work that nobody waits for any more. Urgent work comes
     * before other work of its callers.
     */
    async run<T>(
      {
        callers,
        signal,
        isUrgent = false,
        maxWaitMs = Number.POSITIVE_INFINITY,
      }: { callers: Askers; signal: AbortSignal; isUrgent?: boolean; maxWaitMs?: number },
      work: (turn: Turn) => Promise<T>,
    ): Promise<T> {
      signal.throwIfAborted();
      const cameAt = now();
      newest += 1;
      const job: Job = { id: newest, isAway: false, start: () => {} };
      const [caller = NOBODY] = callers.names;
      if (!queue.add(job.id, caller, isUrgent))
        throw new QueueFullError('too many jobs of one caller wait');
      jobs.set(job.id, job);
      for (const other of callers.names) queue.join(job.id, other);
      callers.onJoin((other) => {
        queue.join(job.id, other);
        startDue();
      });
      try {
        const turn = turnOf(job, signal);
        startDue();
        await turn;
        if (now() - cameAt > maxWaitMs) throw new WaitedTooLongError('no turn in time');
        return await work({ away: (wait) => away(job, signal, wait) });
      } finally {
        jobs.delete(job.id);
        queue.end(job.id);
        startDue();
      }
    },
  };
}
