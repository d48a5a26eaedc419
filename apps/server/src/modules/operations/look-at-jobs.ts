import type { JobsOverview } from '@moneytrail/contract';
import * as z from 'zod/mini';
import type { Jobs } from '../../jobs/index.ts';
import type { Outbox } from '../../outbox/index.ts';

type Deps = {
  jobs: Pick<Jobs, 'known' | 'look'>;
  outbox: Pick<Outbox, 'listDead'>;
  /** Takes secrets out of what failures say. */
  redact: (text: string) => string;
};

const LONGEST_ERROR = 500;
const failure = z.looseObject({ message: z.string() });
const momentOf = (date: Date | null) => date?.toISOString() ?? null;

function errorOf(output: unknown): string {
  const { data } = z.safeParse(failure, output);
  if (data) return data.message;
  return output === null || output === undefined ? 'no reason' : JSON.stringify(output);
}

function queuesOf(
  { known }: Pick<Jobs, 'known'>,
  counts: Awaited<ReturnType<Jobs['look']>>['counts'],
) {
  return known()
    .map(({ name, schedule }) => {
      const own = counts.filter((count) => count.name === name);
      const of = (state: string) => own.find((count) => count.state === state);
      return {
        job: name,
        schedule,
        waiting: of('created')?.count ?? 0,
        retrying: of('retry')?.count ?? 0,
        running: of('active')?.count ?? 0,
        dead: of('dead')?.count ?? 0,
        lastDoneAt: momentOf(of('completed')?.ended ?? null),
      };
    })
    .sort((one, other) => one.job.localeCompare(other.job));
}

/** What the queues do now, what failed and why, and the messages that were given up. */
export async function lookAtJobs({ jobs, outbox, redact }: Deps): Promise<JobsOverview> {
  const { counts, running, failed } = await jobs.look();
  const messages = await outbox.listDead();
  const say = (error: string) => redact(error).slice(0, LONGEST_ERROR);
  return {
    queues: queuesOf(jobs, counts),
    running: running.map(({ id, name, started_on, done, total }) => ({
      _id: id,
      job: name,
      startedAt: started_on.toISOString(),
      done,
      total,
    })),
    failed: failed.map(({ id, name, is_dead, output, failed_on, runs, next_on }) => ({
      _id: id,
      job: name,
      state: is_dead ? 'dead' : 'retrying',
      error: say(errorOf(output)),
      failedAt: momentOf(failed_on),
      runs,
      nextRunAt: momentOf(next_on),
    })),
    messages: messages.map(({ id, channel, attempts, last_error, created_at_ms }) => ({
      _id: id,
      channel,
      error: say(last_error ?? 'no reason'),
      attempts,
      createdAt: new Date(created_at_ms).toISOString(),
    })),
  };
}
