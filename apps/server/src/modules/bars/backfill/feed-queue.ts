import type { ExchangeName } from '@moneytrail/contract';
import PQueue from 'p-queue';
import { OverloadedError } from './read-failures.ts';

/** The turns of reads from the feeds. */
export type FeedQueue = {
  /** Does the work in its turn; fails at once with an `OverloadedError` where too many wait already. */
  add: <T>(
    exchange: ExchangeName,
    work: () => Promise<T>,
    options: { signal: AbortSignal; isUrgent: boolean },
  ) => Promise<T>;
};

/** Of one feed: a slow one holds up no other. */
const READS_AT_ONCE = 2;
const MOST_WAITING = 100;
/** Turns of one thread. */
export function createFeedQueue(): FeedQueue {
  const queues = new Map<ExchangeName, PQueue>();

  function queueOf(exchange: ExchangeName): PQueue {
    const queue = queues.get(exchange) ?? new PQueue({ concurrency: READS_AT_ONCE });
    queues.set(exchange, queue);
    return queue;
  }

  return {
    add: (exchange, work, { signal, isUrgent }) => {
      const queue = queueOf(exchange);
      if (queue.size >= MOST_WAITING) return Promise.reject(new OverloadedError());
      return queue.add(work, { signal, priority: isUrgent ? 1 : 0 });
    },
  };
}
