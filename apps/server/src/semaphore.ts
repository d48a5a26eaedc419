import PQueue from 'p-queue';

/** Too much waits already: the work was not begun. */
export class QueueFullError extends Error {}

/** It waited for its turn so long that nobody can wait for the work as well: it was not begun. */
export class WaitedTooLongError extends Error {}

export type SemaphoreSettings = {
  concurrency: number;
  /** How much may wait. */
  maxWaiting: number;
  /** How old a turn may be that is still taken; any, where nothing is given. */
  maxWaitMs?: number;
};

/** A turn that ends when the signal is aborted, and that comes before those of a lower priority (0 where absent). */
type Turn = { signal?: AbortSignal; priority?: number };

/** Runs work, at most `concurrency` of it at once, the rest in the order it came. */
export type Semaphore = { run: <T>(work: () => Promise<T>, turn?: Turn) => Promise<T> };

/** A semaphore with a queue of at most `maxWaiting`; beyond it `run` rejects with a `QueueFullError`. */
export function createSemaphore({
  concurrency,
  maxWaiting,
  maxWaitMs = Number.POSITIVE_INFINITY,
}: SemaphoreSettings): Semaphore {
  const queue = new PQueue({ concurrency });
  return {
    run: async (work, turn) => {
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

/** A semaphore for each key; other keys are not held up. */
export type KeyedSemaphore = {
  run: <T>(key: string, work: () => Promise<T>, turn?: Turn) => Promise<T>;
};

/** Semaphores that exist as long as somebody uses them. */
export function createKeyedSemaphore(settings: SemaphoreSettings): KeyedSemaphore {
  const semaphores = new Map<string, { semaphore: Semaphore; users: number }>();
  return {
    run: async (key, work, turn) => {
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
