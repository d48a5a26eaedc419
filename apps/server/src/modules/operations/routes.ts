import {
  AppError,
  type CurrentUser,
  type JobsOverview,
  listJobs,
  retryJob,
  runJob,
} from '@moneytrail/contract';
import * as z from 'zod';
import type { Db } from '../../db/index.ts';
import { signedIn } from '../../http/check-access.ts';
import type { Router } from '../../http/route.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Outbox } from '../../outbox/index.ts';
import { type Accounts, type RequestContext, requestContextOf } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { ErrorLog } from '../errorlog/index.ts';
import { JOB_SUMMARIES } from './job-summaries.ts';

type OperationsDeps = RetryDeps & {
  outbox: Outbox;
  errorLog: Pick<ErrorLog, 'redact'>;
  accounts: Accounts;
};

/** Registers the list of jobs and the retry of dead ones, for super admins. */
export function jobRoutes(router: Router, deps: OperationsDeps): void {
  const { jobs, outbox, errorLog, accounts } = deps;
  router.route(listJobs, () => lookAtJobs({ jobs, outbox, redact: errorLog.redact }));
  const whoOf = (call: Parameters<typeof requestContextOf>[0] & { user: CurrentUser | null }) => {
    const user = signedIn(call.user);
    const { deviceId } = accounts.sessionOf(user);
    return { userId: user._id, deviceId, context: requestContextOf(call) };
  };
  router.route(retryJob, (call) => retryDeadJob(deps, call.params.id, whoOf(call)));
  router.route(runJob, (call) => runScheduledJob(deps, call.body.job, whoOf(call)));
}

type Deps = {
  jobs: Pick<Jobs, 'known' | 'look'>;
  outbox: Pick<Outbox, 'listDead'>;
  /** Removes secrets from error messages. */
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
        summary: JOB_SUMMARIES[name] ?? '',
        isRunnable: schedule !== null,
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

/** The state of the queues, failed jobs with their errors, and undeliverable messages. */
async function lookAtJobs({ jobs, outbox, redact }: Deps): Promise<JobsOverview> {
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

type RetryDeps = { db: Db; jobs: Jobs; audit: Audit };

/** Enqueues a run of a scheduled job, whose payload is empty, and audits it. */
async function runScheduledJob(
  { db, jobs, audit }: RetryDeps,
  name: string,
  { userId, deviceId, context }: Who,
): Promise<void> {
  const { address, requestId } = context;
  const job = jobs.known().find((each) => each.name === name && each.schedule !== null);
  if (!job) throw new AppError('NOT_FOUND', `There is no scheduled job ${name}.`);
  await db.transaction().execute(async (trx) => {
    const id = await jobs.enqueue({ name, payload: z.object({}) }, {}, { trx });
    if (id === null) throw new AppError('CONFLICT', 'A run of this job waits already.');
    const entry = { action: 'job.run', actorId: userId, subjectId: null, after: { job: name } };
    await audit.append(trx, { ...entry, address, requestId, deviceId });
  });
}

type Who = { userId: string; deviceId: string; context: RequestContext };

/** Enqueues a dead letter again and audits it. Throws 404 if it is gone, 409 if a run of the job already waits. */
async function retryDeadJob(
  { db, jobs, audit }: RetryDeps,
  id: string,
  { userId, deviceId, context }: Who,
): Promise<void> {
  const { address, requestId } = context;
  await db.transaction().execute(async (trx) => {
    const outcome = await jobs.retryDead(id, trx);
    if (outcome === 'gone')
      throw new AppError('NOT_FOUND', 'This job is not among the dead letters any more.');
    if (outcome === 'waiting') throw new AppError('CONFLICT', 'A run of this job waits already.');
    const entry = { action: 'job.retried', actorId: userId, subjectId: null, after: { id } };
    await audit.append(trx, { ...entry, address, requestId, deviceId });
  });
}
