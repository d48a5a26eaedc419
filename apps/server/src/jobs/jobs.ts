import { randomUUID } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@moneytrail/calendar';
import { storable } from '@moneytrail/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import type { PgBoss, Job as TakenJob } from 'pg-boss';
import * as z from 'zod';
import { createPool, type DatabaseHandle, type Db, type Trx } from '../db/index.ts';
import type { Log } from '../log.ts';
import { bossDatabase } from './boss-database.ts';
import { DEAD_LETTERS, inspectJobs } from './inspect-jobs.ts';
import { createRunProgress } from './job-progress.ts';

export type JobRun = {
  id: string;
  /** Aborted when the job expires, when another process takes it over, and when this process stops. */
  signal: AbortSignal;
  /** Reports progress; `total` is null while unknown. Stored in `job_progress`, at most once a second. */
  progress: (done: number, total: number | null) => void;
};

/** The part of a job that is needed to enqueue it, without its handler. */
type JobKind<Payload = unknown> = {
  /** `module.verb-noun`. */
  name: string;
  payload: z.ZodType<Payload>;
};

type JobDefinition<Payload extends object> = JobKind<Payload> & {
  /** Cron with five fields, in UTC; the payload of a scheduled run is `{}`. */
  schedule?: string;
  /** Number of retries, and the first delay; it doubles, with jitter, up to an hour. */
  retry?: { limit: number; delaySeconds: number };
  /** One run at a time across all processes (per `singletonKey`), and at most one more waiting. */
  singleton?: boolean;
  /** A run is aborted after this time and counts as failed; 15 minutes by default. */
  expireInSeconds?: number;
  /** Concurrent runs per process; 1 by default. */
  concurrency?: number;
  /** Must be idempotent: the job of a killed process runs again. */
  handler: (payload: Payload, run: JobRun) => Promise<void>;
};

export type Job = JobKind & {
  schedule: string | null;
  retry: { limit: number; delaySeconds: number };
  singleton: boolean;
  expireInSeconds: number;
  concurrency: number;
  /** Parses the stored payload and calls the handler. */
  run: (data: unknown, run: JobRun) => Promise<void>;
};

const JOB_NAME = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;

/** Applies the defaults. Throws if the name is not `module.verb-noun`. */
export function defineJob<Payload extends object>(definition: JobDefinition<Payload>): Job {
  const { name, payload, handler } = definition;
  if (!JOB_NAME.test(name)) throw new Error(`"${name}" is not a job name like module.verb-noun`);
  return {
    name,
    payload,
    schedule: definition.schedule ?? null,
    retry: definition.retry ?? { limit: 5, delaySeconds: 10 },
    singleton: definition.singleton ?? false,
    expireInSeconds: definition.expireInSeconds ?? 15 * 60,
    concurrency: definition.concurrency ?? 1,
    run: (data, run) => handler(payload.parse(data), run),
  };
}

const NO_PAYLOAD = z.object({});

/** A scheduled job without a payload: one run at a time across all processes. */
export function defineScheduled(
  definition: Pick<JobDefinition<object>, 'name' | 'retry' | 'expireInSeconds'> & {
    schedule: string;
    handler: (run: JobRun) => Promise<void>;
  },
): Job {
  return defineJob({
    ...definition,
    payload: NO_PAYLOAD,
    singleton: true,
    handler: (_payload, run) => definition.handler(run),
  });
}

const MONITOR_SECONDS = 30;
/** New jobs are notified; polling only finds those whose retry or start time has come. */
const POLL_SECONDS = 10;
const DRAIN_MS = 8 * SECOND_MS;
const POOL_SIZE = 2;
const TIMEOUTS = { connectionTimeoutMillis: 10_000, query_timeout: 30_000, keepAlive: true };

type Deps = {
  database: Pick<DatabaseHandle, 'db' | 'pool' | 'url'>;
  clock: { now: () => number };
  log: Pick<Log, 'error' | 'warn'>;
};

type JobsOptions = {
  /** True if this process runs jobs; every process may enqueue. */
  isWorker: boolean;
  /** Most connections of a worker's queues, which listen; 2 by default. */
  maxConnections?: number;
  /** Intervals of polling and monitoring; shortened by tests. */
  pollSeconds?: number;
  monitorSeconds?: number;
  heartbeatSeconds?: number;
  /** Time for running jobs to end when the process stops. */
  drainMs?: number;
};

type EnqueueOptions = {
  /** The job becomes a row of this transaction: it exists exactly when the transaction commits. */
  trx?: Trx;
  /** A job with the same key is not enqueued while one waits. */
  singletonKey?: string;
  startAfterMs?: number;
  /** Higher runs first. */
  priority?: number;
};

/** The embedded database has one connection for everything; on PostgreSQL a worker has a separate pool. */
function openPool(
  { database, log }: Deps,
  options: JobsOptions,
): { pool: pg.Pool; isOwn: boolean } {
  const { isWorker, maxConnections: max = POOL_SIZE } = options;
  if (database.url === null || !isWorker) return { pool: database.pool, isOwn: false };
  const { url: connectionString } = database;
  const settings = { connectionString, max, idleTimeoutMillis: 0, ...TIMEOUTS };
  return { pool: createPool({ log }, settings), isOwn: true };
}

function bossOptions({ isWorker, monitorSeconds = MONITOR_SECONDS }: JobsOptions) {
  return {
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    cronMonitorIntervalSeconds: Math.min(monitorSeconds, 30),
    cronWorkerIntervalSeconds: Math.min(monitorSeconds, 5),
  };
}

/** Opens the queues, which have their own schema in the product's database. */
export async function openJobs(deps: Deps, options: JobsOptions) {
  const { pollSeconds = POLL_SECONDS } = options;
  const { pool, isOwn } = openPool(deps, options);
  // Loaded on demand: threads that only import job definitions do without it.
  const { fromKysely, PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ db: bossDatabase(pool), ...bossOptions(options) });
  boss.on('error', (error) => deps.log.error({ err: error }, 'the queues failed'));
  boss.on('warning', ({ message }) => deps.log.warn({ message }, 'the queues warn'));
  await boss.start();
  const closing = new AbortController();
  const runner = createJobRunner({ ...deps, db: deps.database.db }, closing.signal);
  const singletons = new Set<string>();
  let known: readonly Job[] = [];

  async function work(job: Job): Promise<void> {
    const polling = {
      pollingIntervalSeconds: Math.min(pollSeconds, 2),
      notifyPollingIntervalSeconds: pollSeconds,
    };
    const how = { localConcurrency: job.concurrency, ...polling };
    await boss.work<object>(job.name, how, async ([taken]) => {
      if (taken) await runner.run(job, taken);
    });
  }

  return {
    /** Returns the id of the job, or null if one with the same key already waits. */
    async enqueue<Payload>(
      job: JobKind<Payload>,
      payload: NoInfer<Payload>,
      { trx, singletonKey, startAfterMs, priority }: EnqueueOptions = {},
    ): Promise<string | null> {
      const data = job.payload.parse(payload);
      if (typeof data !== 'object') throw new Error(`the payload of ${job.name} is no object`);
      return boss.send(job.name, data ?? {}, {
        // Without a key every job is distinct, unless the job is a singleton.
        ...(singletonKey === undefined && singletons.has(job.name)
          ? {}
          : { singletonKey: singletonKey ?? randomUUID() }),
        ...(trx === undefined ? {} : { db: fromKysely(trx) }),
        ...(startAfterMs === undefined ? {} : { startAfter: new Date(startAfterMs) }),
        ...(priority === undefined ? {} : { priority }),
      });
    },
    /** Makes waiting jobs of a key due with the given transaction; they are found with the next poll. */
    async hasten(job: JobKind, singletonKey: string, trx: Trx): Promise<void> {
      await sql`update pgboss.job set start_after = now()
        where name = ${job.name} and singleton_key = ${singletonKey} and state in ('created', 'retry')
          and start_after > now()`.execute(trx);
    },
    /** Creates the queues of all jobs and, in a worker, their schedules, and runs them. Called once. */
    async start(jobs: readonly Job[]): Promise<void> {
      known = jobs;
      await makeQueues(boss, jobs, options.heartbeatSeconds);
      for (const job of jobs) if (job.singleton) singletons.add(job.name);
      if (!options.isWorker) return;
      await keepSchedules(boss, jobs);
      for (const job of jobs) await work(job);
    },
    /** Rejects if the queues cannot be reached. */
    async check(): Promise<void> {
      await boss.getQueue(DEAD_LETTERS);
    },
    /** Completed and failed runs since the start of this process, by job name. */
    counts: runner.counts,
    /** Waiting and running jobs by name. */
    async depths(): Promise<Record<string, { waiting: number; active: number }>> {
      const queues = await boss.getQueues();
      return Object.fromEntries(
        queues.map(({ name, readyCount, activeCount }) => [
          name,
          { waiting: readyCount, active: activeCount },
        ]),
      );
    },
    /** Jobs that failed for good, without their payloads. */
    async deadLetters(): Promise<{ jobName: string | null; error: unknown; atMs: number }[]> {
      const letters = await boss.findJobs(DEAD_LETTERS);
      return letters.map(({ sourceName, sourceOutput, createdOn }) => ({
        jobName: sourceName,
        error: sourceOutput,
        atMs: createdOn.getTime(),
      }));
    },
    /** The jobs given to `start`. */
    known: (): readonly Pick<Job, 'name' | 'schedule'>[] => known,
    ...inspectJobs({ db: deps.database.db, boss, fromKysely }),
    /** Takes no more jobs, aborts the running ones and waits for them, up to the drain time. */
    async close(): Promise<void> {
      closing.abort(new Error('the process stops'));
      await boss.stop({ graceful: true, timeout: options.drainMs ?? DRAIN_MS });
      if (isOwn && !pool.ending) await pool.end();
    },
  };
}

/** The product's job queues. */
export type Jobs = Awaited<ReturnType<typeof openJobs>>;

const DEAD_LETTERS_KEPT_SECONDS = (90 * DAY_MS) / SECOND_MS;
const LONGEST_RETRY_SECONDS = 60 * 60;
/** A run without a heartbeat for this long is given to another process. */
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

/** Creates missing queues and updates the others; afterwards pg-boss knows every queue without a query. */
async function makeQueues(
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
    // Makes pg-boss cache the queue: enqueuing in a transaction must not need a second connection.
    await boss.findJobs(job.name, { id: randomUUID() });
  }
}

/** Creates the schedules of these jobs and removes all others. */
async function keepSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const scheduled = new Set(jobs.filter((job) => job.schedule !== null).map((job) => job.name));
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name);
  }
  for (const { name, schedule } of jobs) {
    // Runs missed while no worker was up are made up for by one run.
    if (schedule !== null) await boss.schedule(name, schedule, {}, { tz: 'UTC', missed: 'once' });
  }
}

type JobRunnerDeps = {
  db: Db;
  clock: { now: () => number };
  log: Pick<Log, 'error' | 'warn'>;
};

/** A failure with storable text: if the database refused it, the run would still count as active. */
function kept(error: unknown): Error {
  const failure = error instanceof Error ? error : new Error(String(error));
  const told = new Error(storable(failure.message));
  told.name = failure.name;
  told.stack = storable(failure.stack ?? '');
  return told;
}

/** Runs jobs in this process, counts the runs and reports their progress. */
function createJobRunner({ db, clock, log }: JobRunnerDeps, closing: AbortSignal) {
  const counts = new Map<string, { completed: number; failed: number }>();
  return {
    counts: () => Object.fromEntries(counts),
    async run(job: Job, taken: TakenJob<object>): Promise<void> {
      const { id, retryCount } = taken;
      const about = { job: job.name, jobId: id, retryCount };
      const onError = (err: unknown) => log.error({ err, ...about }, 'progress was not stored');
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
