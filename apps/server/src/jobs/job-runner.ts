import { storable } from '@moneytrail/contract';
import type { Job as TakenJob } from 'pg-boss';
import type { Logger } from 'pino';
import type { Db } from '../db/index.ts';
import type { Job } from './define-job.ts';
import { createRunProgress } from './job-progress.ts';

type JobRunnerDeps = {
  db: Db;
  clock: { now: () => number };
  log: Pick<Logger, 'error' | 'warn'>;
};

/** What the queues keep of a failure: in words that every database takes, or its run would count as one that still goes on. */
function kept(error: unknown): Error {
  const failure = error instanceof Error ? error : new Error(String(error));
  const told = new Error(storable(failure.message));
  told.name = failure.name;
  told.stack = storable(failure.stack ?? '');
  return told;
}

/** Counts, reports and follows the runs of jobs in this process. */
export function createJobRunner({ db, clock, log }: JobRunnerDeps, closing: AbortSignal) {
  const counts = new Map<string, { completed: number; failed: number }>();
  return {
    counts: () => Object.fromEntries(counts),
    async run(job: Job, taken: TakenJob<object>): Promise<void> {
      const { id, retryCount } = taken;
      const about = { job: job.name, jobId: id, retryCount };
      const onError = (err: unknown) => log.error({ err, ...about }, 'progress was not kept');
      const count = counts.get(job.name) ?? { completed: 0, failed: 0 };
      counts.set(job.name, count);
      const progress = createRunProgress({ db, clock, onError }, { id, name: job.name });
      const signal = AbortSignal.any([taken.signal, closing]);
      try {
        await job.run(taken.data, { id, signal, progress: progress.report });
        await progress.end('completed', null);
        count.completed++;
      } catch (error) {
        count.failed++;
        const told = kept(error);
        await progress.end('failed', told.message);
        const isLast = retryCount >= job.retry.limit;
        if (isLast) log.error({ err: error, ...about }, 'a job failed for good');
        else log.warn({ err: error, ...about }, 'a job failed and will be tried again');
        throw told;
      }
    },
  };
}
