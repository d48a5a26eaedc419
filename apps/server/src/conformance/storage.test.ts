import { getHistory, login } from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openFreezableWay } from '../db/testing/freezable-way.ts';
import { ANY_KIND, createTestPlace } from '../db/testing/test-database.ts';
import { ENDPOINTS, goodParts, pathOf } from './testing/endpoints.ts';
import type { Cast } from './testing/expectations.ts';
import { addAccount, DEVICE_ID, keepCharts, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

const FROM_US = { 'sec-fetch-site': 'same-origin' };
/** Endpoints that show super admins failures, which include the storage's messages. */
const TELLS_FAILURES = ['listErrors', 'listJobs'];
const CALLS = ENDPOINTS.map((endpoint) => ({ name: endpoint.name, endpoint }));

/** Every write fails as on a full disk. */
async function fillDisk({ context }: AppWorld): Promise<void> {
  await sql`create function refuse_for_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/16384/1": No space left on device'
      using errcode = '53100', hint = 'Check free disk space.'; end $$`.execute(context.db);
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(context.db);
  // One by one: with the locks of all tables at once it could wait for a job that waits for one of them.
  for (const { name } of rows) {
    await sql`create trigger no_space before insert or update or delete on ${sql.table(`public.${name}`)}
      for each statement execute function refuse_for_space()`.execute(context.db);
  }
}

describe('with a disk that is full', () => {
  let world: AppWorld;
  let cast: Cast;
  let token: string;
  beforeAll(async () => {
    world = await startApp(ANY_KIND);
    const id = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    const session = await openSessionOf(world, id);
    token = session.token;
    const kept = await keepCharts(world, id);
    const own = { id, sessionId: session.sessionId, ...kept };
    cast = { own, other: own, newEmail: 'nobody@example.org' };
    await fillDisk(world);
  });
  afterAll(() => world.close());

  test.each(CALLS)('$name discloses nothing of the storage’s errors', async ({ endpoint }) => {
    const { params, query, body } = goodParts(endpoint, cast);
    for (const headers of [FROM_US, { ...FROM_US, authorization: `Bearer ${token}` }]) {
      const answer = await world.app.inject({
        method: endpoint.method,
        url: pathOf(endpoint, params),
        headers,
        ...(query ? { query } : {}),
        ...(body ? { payload: body } : {}),
      });
      const tells = answer.statusCode === 200 && TELLS_FAILURES.includes(endpoint.name);
      if (!tells) expect(answer.body).not.toMatch(/extend|base\/|space|disk|\b53100\b|trigger/i);
      if (answer.statusCode < 500) continue;
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('some calls did fail', () => {
    expect(world.logged.filter((line) => line.includes('could not extend file'))).not.toEqual([]);
  });
});

describe('while PostgreSQL is frozen', () => {
  let way: Awaited<ReturnType<typeof openFreezableWay>>;
  let world: AppWorld;
  const closers: (() => unknown)[] = [];
  beforeAll(async () => {
    const { databaseUrl, drop } = await createTestPlace(ANY_KIND);
    way = await openFreezableWay(databaseUrl ?? '', (close) => void closers.push(close));
    world = await startApp(ANY_KIND, { environment: { DATABASE_URL: way.url }, waits: 'own' });
    closers.unshift(world.close);
    closers.push(drop);
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });

  test('known bars are served again and others refused, within three seconds of the request', async () => {
    const id = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
    const { token } = await openSessionOf(world, id);
    const ask = (fromTs: number) =>
      world.app.inject({
        url: `${getHistory.path}?e=FMP&fsym=BTCUSD&resolution=1D&fromTs=${fromTs}&toTs=1705000000`,
        headers: { authorization: `Bearer ${token}` },
      });
    const known = await vi.waitFor(
      async () => {
        const answer = await ask(1_700_000_000);
        expect(answer.statusCode).toBe(200);
        return answer;
      },
      { timeout: 20_000, interval: 100 },
    );
    way.freeze();
    onTestFinished(() => way.thaw());
    world.addMs(20_000);
    onTestFinished(() => world.addMs(-20_000));
    const startedAt = performance.now();
    const [again, stranger] = await Promise.all([ask(1_700_000_000), ask(1_690_000_000)]);
    // 3 s, and what the machine takes beside it.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect([again.statusCode, again.json().Data]).toEqual([200, known.json().Data]);
    expect([stranger.statusCode, stranger.json().code]).toEqual([503, 'UNAVAILABLE']);
  });

  test('sign-ins answer 503 within the timeout', async () => {
    const known = 'person@example.com';
    await vi.waitFor(() => addAccount(world, { username: known }), { timeout: 20_000 });
    const signIn = (username: string) =>
      world.app.inject({
        method: 'POST',
        url: login.path,
        headers: FROM_US,
        payload: { username, password: 'Wrong-1-password', deviceId: DEVICE_ID },
      });
    await expect.poll(async () => (await signIn(known)).statusCode, { timeout: 20_000 }).toBe(401);
    way.freeze();
    onTestFinished(() => way.thaw());
    const startedAt = performance.now();
    const names = Array.from({ length: 10 }, (_, index) => [known, `nobody${index}@example.com`]);
    const answers = await Promise.all(names.flat().map(signIn));
    // 10 s for a statement, and what the machine takes beside it.
    expect(performance.now() - startedAt).toBeLessThan(16_000);
    for (const { statusCode, headers, body } of answers) {
      expect([statusCode, JSON.parse(body).code]).toEqual([503, 'UNAVAILABLE']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    way.thaw();
    await expect.poll(async () => (await signIn(known)).statusCode, { timeout: 20_000 }).toBe(401);
  });
});
