import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '@moneytrail/calendar';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createPool, type Database, type DatabaseHandle } from '../db/index.ts';
import { bossDatabase } from './boss-database.ts';
import type { Job, JobKind } from './define-job.ts';
import { inspectJobs, type JobsInspection } from './inspect-jobs.ts';
import { createJobRunner } from './job-runner.ts';
import { DEAD_LETTERS, keepSchedules, makeQueues } from './make-queues.ts';

const MONITOR_SECONDS = 30;
/** New jobs are notified; this only finds the ones whose retry or start time has come. */
const POLL_SECONDS = 10;
const DRAIN_MS = 8 * SECOND_MS;
const POOL_SIZE = 2;
const TIMEOUTS = { connectionTimeoutMillis: 10_000, query_timeout: 30_000, keepAlive: true };

type Deps = {
  database: Pick<DatabaseHandle, 'db' | 'pool' | 'url'>;
  clock: { now: () => number };
  log: Pick<Logger, 'error' | 'warn'>;
};

export type JobsOptions = {
  /** Whether this process runs jobs; any process may enqueue. */
  isWorker: boolean;
  /** How often queues and the state of running jobs are looked at; shortened by tests. */
  pollSeconds?: number;
  monitorSeconds?: number;
  heartbeatSeconds?: number;
  /** How long running jobs may take to end when the process stops. */
  drainMs?: number;
};

export type EnqueueOptions = {
  /** The job becomes a row of this transaction: it exists exactly when the transaction commits. */
  trx?: Transaction<Database>;
  /** A job with this key is not enqueued again while one waits. */
  singletonKey?: string;
  startAfterMs?: number;
  /** Higher runs first. */
  priority?: number;
};

/** A job that failed for good, without its payload. */
export type DeadLetter = { jobName: string | null; error: unknown; atMs: number };

/** The queues of the product. */
export type Jobs = JobsInspection & {
  /** Answers the id of the job, or null where one with the same key waits already. */
  enqueue: <Payload>(
    job: JobKind<Payload>,
    payload: NoInfer<Payload>,
    options?: EnqueueOptions,
  ) => Promise<string | null>;
  /** Makes the queues of all jobs, and, in a worker, keeps their schedules and runs them. Called once. */
  start: (jobs: readonly Job[]) => Promise<void>;
  /** Rejects where the queues cannot be reached. */
  check: () => Promise<void>;
  /** Runs since the start of this process, by the name of the job. */
  counts: () => Record<string, { completed: number; failed: number }>;
  /** Jobs that wait or run now, by name. */
  depths: () => Promise<Record<string, { waiting: number; active: number }>>;
  deadLetters: () => Promise<DeadLetter[]>;
  /** The jobs that `start` was given, by name. */
  known: () => readonly Pick<Job, 'name' | 'schedule'>[];
  /** Takes no more jobs, aborts the signals of those that run and waits for them, at most the drain time. */
  close: () => Promise<void>;
};

/** The embedded database has one connection for everything; on PostgreSQL a worker has some of its own. */
function openPool({ database, log }: Deps, isWorker: boolean): { pool: pg.Pool; isOwn: boolean } {
  if (database.url === null || !isWorker) return { pool: database.pool, isOwn: false };
  const { url: connectionString } = database;
  const settings = { connectionString, max: POOL_SIZE, idleTimeoutMillis: 0, ...TIMEOUTS };
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

/** Opens the queues, which live in a schema of their own beside the product's tables. */
export async function openJobs(deps: Deps, options: JobsOptions): Promise<Jobs> {
  const { pollSeconds = POLL_SECONDS } = options;
  const { pool, isOwn } = openPool(deps, options.isWorker);
  // Loaded where there are queues: threads that only know what a job is go without.
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
    async enqueue(job, payload, { trx, singletonKey, startAfterMs, priority } = {}) {
      const data = job.payload.parse(payload);
      if (typeof data !== 'object') throw new Error(`the payload of ${job.name} is no object`);
      return boss.send(job.name, data ?? {}, {
        // Without a key a job is like no other, unless there may be one alone.
        ...(singletonKey === undefined && singletons.has(job.name)
          ? {}
          : { singletonKey: singletonKey ?? randomUUID() }),
        ...(trx === undefined ? {} : { db: fromKysely(trx) }),
        ...(startAfterMs === undefined ? {} : { startAfter: new Date(startAfterMs) }),
        ...(priority === undefined ? {} : { priority }),
      });
    },
    async start(jobs) {
      known = jobs;
      await makeQueues(boss, jobs, options.heartbeatSeconds);
      for (const job of jobs) if (job.singleton) singletons.add(job.name);
      if (!options.isWorker) return;
      await keepSchedules(boss, jobs);
      for (const job of jobs) await work(job);
    },
    check: async () => {
      await boss.getQueue(DEAD_LETTERS);
    },
    counts: runner.counts,
    async depths() {
      const queues = await boss.getQueues();
      return Object.fromEntries(
        queues.map(({ name, readyCount, activeCount }) => [
          name,
          { waiting: readyCount, active: activeCount },
        ]),
      );
    },
    async deadLetters() {
      const letters = await boss.findJobs(DEAD_LETTERS);
      return letters.map(({ sourceName, sourceOutput, createdOn }) => ({
        jobName: sourceName,
        error: sourceOutput,
        atMs: createdOn.getTime(),
      }));
    },
    known: () => known,
    ...inspectJobs({ db: deps.database.db, boss, fromKysely }),
    async close() {
      closing.abort(new Error('the process stops'));
      await boss.stop({ graceful: true, timeout: options.drainMs ?? DRAIN_MS });
      if (isOwn && !pool.ending) await pool.end();
    },
  };
}
