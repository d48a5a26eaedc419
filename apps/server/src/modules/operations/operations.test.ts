import { type JobsOverview, listJobs } from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAccount, openSessionOf } from '../../conformance/testing/people.ts';
import { type AppWorld, startApp } from '../../conformance/testing/start-app.ts';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';

const SOON = { timeout: 60_000, interval: 200 };
const QUEUE = 'errorlog.remove-aged';

describe.each(USUAL_KINDS)('the jobs, on %s', (kind) => {
  let world: AppWorld;
  let headers: Record<string, string>;
  let adminId: string;
  beforeAll(async () => {
    world = await startApp(kind, { pollSeconds: 1 });
    adminId = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    const { token } = await openSessionOf(world, adminId);
    headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' };
  });
  afterAll(() => world.close());

  const look = async (): Promise<JobsOverview> => {
    const answer = await world.app.inject({ url: '/api/admin/jobs', headers });
    return listJobs.response.parse(answer.json());
  };
  const queueOf = async (job: string) => (await look()).queues.find((queue) => queue.job === job);
  const retry = (id: string) =>
    world.app.inject({ method: 'POST', url: `/api/admin/jobs/${id}/retry`, headers });

  test('every job is listed with its schedule and how many of it wait, run and failed', async () => {
    const { queues } = await look();
    expect(queues.map(({ job }) => job)).toEqual(queues.map(({ job }) => job).sort());
    expect(await queueOf(QUEUE)).toMatchObject({ schedule: '50 1 * * *', dead: 0, running: 0 });
    expect(await queueOf('outbox.send-email')).toMatchObject({ schedule: null });
    await vi.waitFor(
      async () =>
        expect(await queueOf('catalogue.sync-instruments')).toMatchObject({
          lastDoneAt: expect.stringMatching(/Z$/),
        }),
      SOON,
    );
  });

  test('every job says what it does, and a scheduled one can be run now, which is audited', async () => {
    const { queues } = await look();
    expect(queues.filter(({ summary }) => summary === '').map(({ job }) => job)).toEqual([]);
    const doneAt = async () => (await queueOf(QUEUE))?.lastDoneAt ?? '';
    const before = await doneAt();
    const run = (job: string) =>
      world.app.inject({ method: 'POST', url: '/api/admin/jobs/run', headers, payload: { job } });
    expect((await run(QUEUE)).statusCode).toBe(204);
    await vi.waitFor(async () => expect((await doneAt()) > before).toBe(true), SOON);
    expect((await run('outbox.send-email')).json()).toMatchObject({ code: 'NOT_FOUND' });
    const { entries } = await world.context.audit.list({ action: 'job.run', limit: 9 });
    expect(entries).toMatchObject([{ actorId: adminId, after: { job: QUEUE } }]);
  });

  test('a dead letter shows its error and can be retried, which is audited', async () => {
    const { db } = world.context;
    const fail = { message: 'smtp://mailer:s3cretpass@mail.example refused', stack: 'x' };
    await sql`insert into pgboss.job (name, data, source_name, source_output, source_retry_count)
      values ('dead-letters', '{}', ${QUEUE}, ${JSON.stringify(fail)}::jsonb, 5)`.execute(db);
    const { failed } = await look();
    const [letter] = failed.filter(({ job }) => job === QUEUE);
    expect(letter).toMatchObject({ state: 'dead', runs: 6, nextRunAt: null });
    expect(letter?.error).toMatch(/^smtp:\/\/\[removed\]@mail.example refused$/);
    expect(await queueOf(QUEUE)).toMatchObject({ dead: 1 });

    const id = letter?._id ?? '';
    expect((await retry(id)).statusCode).toBe(204);
    await vi.waitFor(
      async () =>
        expect(await queueOf(QUEUE)).toMatchObject({
          dead: 0,
          waiting: 0,
          lastDoneAt: expect.stringMatching(/Z$/),
        }),
      SOON,
    );
    expect(
      (await world.context.audit.list({ action: 'job.retried', limit: 9 })).entries,
    ).toMatchObject([{ actorId: adminId, after: { id } }]);
    expect((await retry(id)).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      (await world.context.audit.list({ action: 'job.retried', limit: 9 })).entries,
    ).toHaveLength(1);
  });

  test('a job awaiting a retry shows its time, a dead message its error', async () => {
    const { db } = world.context;
    await sql`insert into pgboss.job (name, state, retry_count, output, start_after, started_on)
      values (${QUEUE}, 'retry', 2, '{"message":"away"}', now() + interval '1 hour', now())`.execute(
      db,
    );
    await sql`insert into outbox (id, channel, state, attempts, last_error, created_at_ms)
      values ('gone', 'email', 'dead', 7, 'refused for a.b@example.org', 0)`.execute(db);
    const { failed, messages } = await look();
    expect(failed.find(({ job }) => job === QUEUE)).toMatchObject({
      state: 'retrying',
      error: 'away',
      runs: 3,
      nextRunAt: expect.stringMatching(/Z$/),
    });
    expect(await queueOf(QUEUE)).toMatchObject({ retrying: 1 });
    expect(messages).toEqual([
      {
        _id: 'gone',
        channel: 'email',
        error: 'refused for [e-mail]',
        attempts: 7,
        createdAt: '1970-01-01T00:00:00.000Z',
      },
    ]);
  });
});
