import {
  createStreamTicket,
  forgotPassword,
  getHistory,
  historyError,
  login,
  STREAM_CLOSE,
  sendOtp,
} from '@moneytrail/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { USUAL_KINDS } from '../db/testing/test-database.ts';
import { eventually } from '../modules/live/testing/eventually.ts';
import { fetchTicket, openStream } from '../modules/live/testing/stream-client.ts';
import { addAccount, DEVICE_ID, openChallengeOf, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

const BUDGET = 30;
const MINUTE = 60_000;
const HISTORY = `${getHistory.path}?e=FMP&fsym=BTCUSD&resolution=1D&fromTs=0&toTs=86400`;
const FROM_US = { 'sec-fetch-site': 'same-origin' };

const readBars = (app: FastifyInstance, remoteAddress: string, headers = {}) =>
  app.inject({ url: HISTORY, remoteAddress, headers });
const takeTicket = (app: FastifyInstance, remoteAddress: string) =>
  app.inject({ method: 'POST', url: createStreamTicket.path, remoteAddress, headers: FROM_US });
async function statuses(count: number, ask: () => Promise<{ statusCode: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, ask));
  const passed = answers.filter(({ statusCode }) => statusCode === 200).length;
  const limited = answers.filter(({ statusCode }) => statusCode === 429).length;
  return { passed, limited };
}

describe.each(USUAL_KINDS)('visitors who have not signed in, on %s', (kind) => {
  let world: AppWorld;
  beforeAll(async () => {
    world = await startApp(kind);
    // A busy machine may bid the first who asks for bars come again.
    const read = async () => (await readBars(world.app, '198.51.100.9')).statusCode;
    await vi.waitFor(async () => expect(await read()).toBe(200), {
      timeout: MINUTE,
      interval: 2_500,
    });
  });
  afterAll(() => world.close());

  test('P2: history and stream together are 30 requests a minute of an address', async () => {
    const address = '198.51.100.1';
    for (let index = 0; index < BUDGET - 2; index += 1) {
      expect((await readBars(world.app, address)).statusCode).toBe(200);
    }
    for (let index = 0; index < 2; index += 1) {
      expect((await takeTicket(world.app, address)).statusCode).toBe(200);
    }
    const refused = await readBars(world.app, address);
    expect(refused.statusCode).toBe(429);
    expect(historyError.parse(refused.json())).toMatchObject({ code: 'RATE_LIMITED' });
    const waitSeconds = Number(refused.headers['retry-after']);
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(60);
    // Those of the limit that refused, not of the one for all requests of an address.
    expect(refused.headers).toMatchObject({
      'x-ratelimit-limit': String(BUDGET),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(waitSeconds),
    });
    expect((await takeTicket(world.app, address)).statusCode).toBe(429);
    expect((await readBars(world.app, '198.51.100.2')).statusCode).toBe(200);
    world.addMs(waitSeconds * 1_000);
    expect((await readBars(world.app, address)).statusCode).toBe(200);
  });

  test('P2: signed-in users are not counted, whatever their address', async () => {
    const address = '198.51.100.3';
    const { token } = await openSessionOf(world, await addAccount(world));
    const headers = { authorization: `Bearer ${token}` };
    const signedIn = await statuses(BUDGET + 20, () => readBars(world.app, address, headers));
    expect(signedIn).toEqual({ passed: BUDGET + 20, limited: 0 });
    expect((await readBars(world.app, address)).statusCode).toBe(200);
  });

  test('C12: of 100 requests at once exactly the budget passes', async () => {
    const ask = () => readBars(world.app, '198.51.100.4');
    expect(await statuses(100, ask)).toEqual({ passed: BUDGET, limited: 70 });
  });

  test('C12: while limits are unreachable nobody signs in, bars are served, and each process counts alone', async () => {
    const { db } = world.context;
    const id = await addAccount(world);
    const challenge = await openChallengeOf(world, id);
    const { username } = await db
      .selectFrom('users')
      .select('username')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const post = (path: string, payload: object) =>
      world.app.inject({
        method: 'POST',
        url: path,
        headers: { ...FROM_US, cookie: `${challenge.name}=${challenge.value}` },
        payload,
      });
    await sql`alter table limits rename to out_of_reach`.execute(db);
    const password = { password: 'Gr1ffin-Rock', deviceId: DEVICE_ID };
    for (const answer of [
      await post(login.path, { username, ...password }),
      await post(sendOtp.path, { username }),
      await post(forgotPassword.path, { email: username }),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE']);
    }
    const ask = () => readBars(world.app, '198.51.100.5');
    expect(await statuses(BUDGET + 10, ask)).toEqual({ passed: BUDGET, limited: 10 });
    const told = () => world.logged.filter((line) => line.includes('counted by each process'));
    expect(told().length).toBeGreaterThan(0);
    await sql`alter table out_of_reach rename to limits`.execute(db);
    world.addMs(MINUTE);
    expect(await statuses(BUDGET + 1, ask)).toEqual({ passed: BUDGET, limited: 1 });
    expect((await post(login.path, { username, ...password })).statusCode).toBe(401);
  });
});

test('P2, C12: two processes share the budget, and the three streams of an address', async () => {
  const world = await startApp('postgres');
  onTestFinished(world.close);
  const replica = await world.startReplica();
  const address = '198.51.100.6';
  const first = await statuses(20, () => readBars(world.app, address));
  const second = await statuses(20, () => readBars(replica, address));
  expect([first, second]).toEqual([
    { passed: 20, limited: 0 },
    { passed: 10, limited: 10 },
  ]);

  const here = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const there = await replica.listen({ host: '127.0.0.1', port: 0 });
  const join = async (at: string) => openStream(at, await fetchTicket(at));
  const open = [await join(here), await join(there), await join(here)];
  for (const at of [here, there]) {
    const fourth = await join(at);
    await eventually(() =>
      expect(fourth.closed).toEqual({
        code: STREAM_CLOSE.tooMany,
        reason: 'At most 3 connections of one address',
      }),
    );
  }
  for (const stream of open) expect(stream.closed).toBeNull();
  open[0]?.close();
  await eventually(async () => {
    const next = await join(there);
    next.send({ type: 'subscribe', channels: [{ symbol: 'FMP:BTCUSD', resolution: '1' }] });
    await eventually(() => expect(next.closed ?? next.messages[0]).toBeTruthy());
    expect(next.closed).toBeNull();
  });
});
