import { randomUUID } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@moneytrail/calendar';
import type { PgBoss } from 'pg-boss';
import type { Job } from './define-job.ts';

/** Where jobs that failed for good are kept. */
export const DEAD_LETTERS = 'dead-letters';
const DEAD_LETTERS_KEPT_SECONDS = (90 * DAY_MS) / SECOND_MS;
const LONGEST_RETRY_SECONDS = 60 * 60;
/** A run whose process sends no sign of life for so long is given to another process. */
const HEARTBEAT_SECONDS = 30;

function queueOptions(job: Job, heartbeatSeconds = HEARTBEAT_SECONDS) {
  return {
    retryLimit: job.retry.limit,
    retryDelay: job.retry.delaySeconds,
    retryBackoff: true,
    retryDelayMax: LONGEST_RETRY_SECONDS,
    expireInSeconds: job.expireInSeconds,
    heartbeatSeconds,
    deadLetter: DEAD_LETTERS,
    notify: true,
  };
}

/** Makes missing queues and adapts the others to their jobs; afterwards every queue is known without a query. */
export async function makeQueues(
  boss: PgBoss,
  jobs: readonly Job[],
  heartbeatSeconds?: number,
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!known.has(DEAD_LETTERS)) {
    await boss.createQueue(DEAD_LETTERS, { retentionSeconds: DEAD_LETTERS_KEPT_SECONDS });
  }
  for (const job of jobs) {
    const wanted = queueOptions(job, heartbeatSeconds);
    const policy = job.singleton ? 'stately' : 'short';
    const queue = known.get(job.name);
    if (!queue) await boss.createQueue(job.name, { ...wanted, policy });
    else if (JSON.stringify({ ...queue, ...wanted }) !== JSON.stringify(queue)) {
      await boss.updateQueue(job.name, wanted);
    } else continue;
    // Enqueuing in a transaction must not need a second connection to learn about the queue.
    await boss.findJobs(job.name, { id: randomUUID() });
  }
}

/** Schedules the jobs that have a schedule, and no others. */
export async function keepSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const scheduled = new Set(jobs.filter((job) => job.schedule !== null).map((job) => job.name));
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name);
  }
  for (const { name, schedule } of jobs) {
    // What came due while no worker ran is run once.
    if (schedule !== null) await boss.schedule(name, schedule, {}, { tz: 'UTC', missed: 'once' });
  }
}
