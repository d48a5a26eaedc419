import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
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
/** So many are more than a few people who open a chart: then others are waited for. */
const CROWD = 8;
/** Reading, checking and storing bars keeps the event loop busy: it has so many times as long for others. */
const PAUSE_SHARE = 2;
const LONGEST_PAUSE_MS = 1_000;

/** Turns of one process. In a crowd each read waits for a multiple of the time that the loop was busy: answers at hand go first. */
export function createFeedQueue(): FeedQueue {
  const queues = new Map<ExchangeName, PQueue>();
  let pausedUntilMs = 0;
  let lastUse = performance.eventLoopUtilization();

  function queueOf(exchange: ExchangeName): PQueue {
    const queue = queues.get(exchange) ?? new PQueue({ concurrency: READS_AT_ONCE });
    queues.set(exchange, queue);
    return queue;
  }

  function pauseAfterRead(): void {
    const use = performance.eventLoopUtilization();
    const busyMs = Math.min((use.active - lastUse.active) * PAUSE_SHARE, LONGEST_PAUSE_MS);
    lastUse = use;
    pausedUntilMs = Math.max(pausedUntilMs, performance.now()) + busyMs;
  }

  async function paced<T>(queue: PQueue, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const pauseMs = Math.min(pausedUntilMs - performance.now(), LONGEST_PAUSE_MS);
    if (pauseMs > 1 && queue.size > CROWD) await sleep(pauseMs, undefined, { signal });
    try {
      return await work();
    } finally {
      pauseAfterRead();
    }
  }

  return {
    add: (exchange, work, { signal, isUrgent }) => {
      const queue = queueOf(exchange);
      if (queue.size >= MOST_WAITING) return Promise.reject(new OverloadedError());
      return queue.add(() => paced(queue, work, signal), { signal, priority: isUrgent ? 1 : 0 });
    },
  };
}
