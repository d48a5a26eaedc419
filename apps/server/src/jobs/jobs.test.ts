import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { type DatabaseHandle, openDatabase } from '../db/index.ts';
import {
  createTestPlace,
  DATABASE_KINDS,
  openTestDatabase,
  USUAL_KINDS,
} from '../db/testing/test-database.ts';
import { defineJob, type Job, type Jobs, openJobs } from './index.ts';

const log = pino({ level: 'silent' });
const clock = { now: Date.now };
const QUICK = { isWorker: true, pollSeconds: 0.5, monitorSeconds: 1, drainMs: 60_000 };
/** A busy machine may take long; a test that waits longer than this is one that fails. */
const SOON = { timeout: 40_000 };
const numbered = z.object({ n: z.number() });

/** A promise that a test settles. */
function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

async function startJobs(
  database: DatabaseHandle,
  list: readonly Job[],
  options = {},
): Promise<Jobs> {
  const jobs = await openJobs({ database, clock, log }, { ...QUICK, ...options });
  onTestFinished(() => jobs.close());
  await jobs.start(list);
  return jobs;
}

describe.each(DATABASE_KINDS)('jobs on %s', (kind) => {
  let database: DatabaseHandle;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test('an enqueued job runs at once, long before anybody polls', async () => {
    const seen: number[] = [];
    const handler = async ({ n }: { n: number }) => void seen.push(n);
    const job = defineJob({ name: 'test.at-once', payload: numbered, handler });
    const jobs = await startJobs(database, [job], { pollSeconds: 300 });
    const startedAt = performance.now();
    for (const n of [1, 2, 3]) {
      await jobs.enqueue(job, { n });
      await vi.waitFor(() => expect(seen).toContain(n), SOON);
    }
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    await vi.waitFor(
      () => expect(jobs.counts()).toEqual({ 'test.at-once': { completed: 3, failed: 0 } }),
      SOON,
    );
  });

  test('a job of a transaction exists exactly when the transaction commits', async () => {
    const seen: number[] = [];
    const handler = async ({ n }: { n: number }) => void seen.push(n);
    const job = defineJob({ name: 'test.in-transaction', payload: numbered, handler });
    const jobs = await startJobs(database, [job]);
    const failing = database.db.transaction().execute(async (trx) => {
      await jobs.enqueue(job, { n: 1 }, { trx });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await database.db.transaction().execute((trx) => jobs.enqueue(job, { n: 2 }, { trx }));
    await vi.waitFor(() => expect(seen).toEqual([2]), SOON);
  });
});

describe.each(USUAL_KINDS)('jobs on %s', (kind) => {
  let database: DatabaseHandle;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test('a payload that does not fit is refused where it is enqueued', async () => {
    const handler = async () => undefined;
    const job = defineJob({ name: 'test.payload', payload: numbered, handler });
    const jobs = await startJobs(database, [job]);
    await expect(jobs.enqueue(job, { n: 'one' })).rejects.toThrow('expected number');
  });

  test('a job that fails is tried again and ends among the dead letters, without its payload', async () => {
    let runs = 0;
    const job = defineJob({
      name: 'test.failing',
      payload: numbered,
      retry: { limit: 1, delaySeconds: 1 },
      handler: async () => {
        runs++;
        throw new Error('no luck');
      },
    });
    const jobs = await startJobs(database, [job]);
    const isUnderWay = () =>
      database.db.transaction().execute((trx) => jobs.isUnderWay(job, 'one', trx));
    await jobs.enqueue(job, { n: 1 }, { singletonKey: 'one' });
    expect(await isUnderWay()).toBe(true);
    expect(await jobs.payloadsUnderWay(job)).toEqual([{ n: 1 }]);
    await vi.waitFor(async () => {
      const [letter] = await jobs.deadLetters();
      expect(letter).toMatchObject({ jobName: 'test.failing', error: { message: 'no luck' } });
      expect(letter).not.toHaveProperty('data');
    }, SOON);
    expect(runs).toBe(2);
    expect(await isUnderWay()).toBe(false);
    expect(await jobs.payloadsUnderWay(job)).toEqual([]);
    expect(jobs.counts()['test.failing']).toEqual({ completed: 0, failed: 2 });
  });

  test.each([
    ['nul', 'no \0 luck'],
    ['half', 'no \ud83d luck'],
  ])(
    'a failure that no database takes as it is ends a run like any other: %s',
    async (name, said) => {
      const job = defineJob({
        name: `test.unstorable-${name}`,
        payload: numbered,
        retry: { limit: 1, delaySeconds: 1 },
        handler: async (_payload, { progress }) => {
          progress(1, 2);
          throw new Error(said);
        },
      });
      // No process looks for missed heartbeats during this test.
      const jobs = await startJobs(database, [job], { monitorSeconds: 300 });
      const id = await jobs.enqueue(job, { n: 1 });
      await vi.waitFor(async () => {
        const letters = await jobs.deadLetters();
        const letter = letters.find(({ jobName }) => jobName === job.name);
        expect(letter).toMatchObject({ error: { message: 'no \ufffd luck' } });
      }, SOON);
      const row = database.db.selectFrom('job_progress').select(['state', 'error']);
      expect(await row.where('job_id', '=', id ?? '').executeTakeFirst()).toEqual({
        state: 'failed',
        error: 'no \ufffd luck',
      });
    },
  );

  test('a job reports its progress and its result', async () => {
    const rest = gate();
    const job = defineJob({
      name: 'test.long',
      payload: z.object({}),
      handler: async (_payload, run) => {
        run.progress(1, 4);
        await rest.promise;
        run.progress(4, 4);
      },
    });
    const jobs = await startJobs(database, [job]);
    const id = await jobs.enqueue(job, {});
    const read = () =>
      database.db
        .selectFrom('job_progress')
        .select(['name', 'state', 'done', 'total', 'error'])
        .where('job_id', '=', String(id))
        .executeTakeFirst();
    const row = { name: 'test.long', total: 4, error: null };
    await vi.waitFor(
      async () => expect(await read()).toEqual({ ...row, state: 'running', done: 1 }),
      SOON,
    );
    rest.resolve();
    await vi.waitFor(
      async () => expect(await read()).toEqual({ ...row, state: 'completed', done: 4 }),
      SOON,
    );
  });

  test('of a singleton one runs at a time in two processes, and one more waits', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const rest = gate();
    const job = defineJob({
      name: 'test.single',
      payload: z.object({}),
      singleton: true,
      handler: async () => {
        most = Math.max(most, ++running);
        await rest.promise;
        running--;
        runs++;
      },
    });
    const first = await startJobs(database, [job]);
    const second = await startJobs(database, [job]);
    await first.enqueue(job, {});
    await vi.waitFor(() => expect(running).toBe(1), SOON);
    expect(await second.enqueue(job, {})).toEqual(expect.any(String));
    expect(await second.enqueue(job, {})).toBeNull();
    await new Promise((done) => setTimeout(done, 1_500)); // Both have polled twice meanwhile.
    rest.resolve();
    await vi.waitFor(() => expect(runs).toBe(2), SOON);
    expect(most).toBe(1);
  });

  test('jobs with the same key are not enqueued twice while one waits, those without a key are', async () => {
    const handler = async () => undefined;
    const job = defineJob({ name: 'test.keyed', payload: z.object({}), handler });
    const jobs = await startJobs(database, [job], { isWorker: false });
    const ids = [
      await jobs.enqueue(job, {}, { singletonKey: 'a' }),
      await jobs.enqueue(job, {}, { singletonKey: 'a' }),
      await jobs.enqueue(job, {}, { singletonKey: 'b' }),
      await jobs.enqueue(job, {}),
      await jobs.enqueue(job, {}),
    ];
    expect(ids.map((id) => id !== null)).toEqual([true, false, true, true, true]);
  });

  test('a schedule of every minute fires once a minute, however many processes keep it', async () => {
    const minutes: number[] = [];
    const job = defineJob({
      name: 'test.each-minute',
      payload: z.object({}),
      schedule: '* * * * *',
      handler: async () => void minutes.push(Math.floor(Date.now() / 60_000)),
    });
    const startedInMinute = Math.floor(Date.now() / 60_000);
    await startJobs(database, [job]);
    await startJobs(database, [job]);
    await vi.waitFor(() => expect(minutes.length).toBeGreaterThan(0), SOON);
    const passes = new Set<string>();
    await vi.waitFor(async () => {
      const { rows } = await sql<{
        at: string;
      }>`select cron_on::text as at from pgboss.version`.execute(database.db);
      passes.add(String(rows[0]?.at));
      expect(passes.size).toBeGreaterThan(3);
    }, SOON);
    const elapsed = Math.floor(Date.now() / 60_000) - startedInMinute;
    expect(minutes.length).toBeLessThanOrEqual(1 + elapsed);
  });

  test('a schedule that is no more in the list is forgotten', async () => {
    const handler = async () => undefined;
    const payload = z.object({});
    const job = defineJob({ name: 'test.old', payload, schedule: '0 0 1 1 *', handler });
    await startJobs(database, [job]);
    const read = () =>
      sql`select name from pgboss.schedule where name = 'test.old'`.execute(database.db);
    expect((await read()).rows).toHaveLength(1);
    await startJobs(database, []);
    expect((await read()).rows).toHaveLength(0);
  });

  test('closing aborts the signal of a running job and waits for its end', async () => {
    const taken = gate();
    let hasEnded = false;
    const job = defineJob({
      name: 'test.stopped',
      payload: z.object({}),
      handler: async (_payload, { signal }) => {
        taken.resolve();
        await new Promise((done) => signal.addEventListener('abort', done));
        await database.db.selectFrom('job_progress').select('job_id').execute();
        hasEnded = true;
      },
    });
    const jobs = await startJobs(database, [job]);
    await jobs.enqueue(job, {});
    await taken.promise;
    await jobs.close();
    expect(hasEnded).toBe(true);
  });
});

test.each(DATABASE_KINDS)('on %s a job of a killed process is run again', async (kind) => {
  const { drop, ...place } = await createTestPlace(kind);
  onTestFinished(drop);
  const child = fork(new URL('./testing/job-process.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: place.databaseUrl ?? '', DATA_DIR: place.dataDir },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  const database = await openDatabase({ ...place, log });
  onTestFinished(() => database.close());
  const ran = gate();
  const job = defineJob({
    name: 'test.stuck',
    payload: z.object({}),
    retry: { limit: 3, delaySeconds: 1 },
    expireInSeconds: 2,
    handler: async () => ran.resolve(),
  });
  await startJobs(database, [job]);
  await ran.promise;
});

test('a name that is not module.verb-noun is refused', () => {
  const handler = async () => undefined;
  const define = (name: string) => () => defineJob({ name, payload: z.object({}), handler });
  for (const name of ['repair', 'bars.', 'Bars.repair', 'bars.repair gaps', 'a.b.c']) {
    expect(define(name)).toThrow('not a job name');
  }
  expect(define('bars.repair-gaps')).not.toThrow();
});
