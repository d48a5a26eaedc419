import type { Kysely } from 'kysely';
import type { Job as TakenJob } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../db/index.ts';
import type { Job } from './define-job.ts';
import { createRunProgress } from './job-progress.ts';

type JobRunnerDeps = {
  db: Kysely<Database>;
  clock: { now: () => number };
  log: Pick<Logger, 'error' | 'warn'>;
};

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
        await progress.end('failed', error instanceof Error ? error.message : String(error));
        const isLast = retryCount >= job.retry.limit;
        if (isLast) log.error({ err: error, ...about }, 'a job failed for good');
        else log.warn({ err: error, ...about }, 'a job failed and will be tried again');
        throw error;
      }
    },
  };
}
