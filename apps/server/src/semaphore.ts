import PQueue from 'p-queue';

/** The queue is full: the work was not started. */
export class QueueFullError extends Error {}

/** The turn came too late: the work was not started. */
export class WaitedTooLongError extends Error {}

export type SemaphoreSettings = {
  concurrency: number;
  /** Maximum queue length. */
  maxWaiting: number;
  /** Maximum wait in the queue; unlimited by default. */
  maxWaitMs?: number;
};

/** Leaves the queue when the signal is aborted; comes before turns of lower priority (default 0). */
type Turn = { signal?: AbortSignal; priority?: number };

/**
 * Runs at most `concurrency` pieces of work at once, the rest in order of arrival; `run` rejects with a `QueueFullError`
 * if `maxWaiting` are already queued.
 */
export function createSemaphore({
  concurrency,
  maxWaiting,
  maxWaitMs = Number.POSITIVE_INFINITY,
}: SemaphoreSettings) {
  const queue = new PQueue({ concurrency });
  return {
    run: async <T>(work: () => Promise<T>, turn?: Turn): Promise<T> => {
      const isFull = queue.pending >= concurrency && queue.size >= maxWaiting;
      if (isFull) throw new QueueFullError('too much is waiting');
      const cameAt = performance.now();
      return queue.add(() => {
        if (performance.now() - cameAt > maxWaitMs) throw new WaitedTooLongError('no turn in time');
        return work();
      }, turn);
    },
  };
}

export type Semaphore = ReturnType<typeof createSemaphore>;

export type KeyedSemaphore = ReturnType<typeof createKeyedSemaphore>;

/** One semaphore per key, which exists only while in use. */
export function createKeyedSemaphore(settings: SemaphoreSettings) {
  const semaphores = new Map<string, { semaphore: Semaphore; users: number }>();
  return {
    run: async <T>(key: string, work: () => Promise<T>, turn?: Turn): Promise<T> => {
      const entry = semaphores.get(key) ?? { semaphore: createSemaphore(settings), users: 0 };
      semaphores.set(key, entry);
      entry.users += 1;
      try {
        return await entry.semaphore.run(work, turn);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) semaphores.delete(key);
      }
    },
  };
}
