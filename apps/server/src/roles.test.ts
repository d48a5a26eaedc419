import {
  createStreamTicket,
  demoMessage,
  FEED_EXCHANGES,
  login,
  sendOtp,
} from '@moneytrail/contract';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from './app.ts';
import { findNats } from './bus/testing/find-nats.ts';
import { readConfig } from './config.ts';
import { createContext } from './context.ts';
import { openDatabase } from './db/index.ts';
import { ANY_KIND, createTestPlace, silentLog } from './db/testing/test-database.ts';
import { openStream } from './modules/live/testing/stream-client.ts';
import { addressOf, killPrograms, startProgram } from './testing/start-program.ts';

/** The longest time until the ticks of a killed process come from another one. */
const REPLACED_WITHIN_MS = 15_000;
const SOON = { timeout: 60_000, interval: 200 };
const USER = { username: 'admin@demo.test', password: 'Demo123!', deviceId: crypto.randomUUID() };

afterAll(killPrograms);

const cookies = new Map<string, string>();

/** A call as a browser makes it. */
async function post(address: string, path: string, body: object, headers = {}) {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: address,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  const answer: Record<string, unknown> = JSON.parse(await response.text());
  return { status: response.status, answer };
}

/** The code of the newest text message. */
async function readCode(address: string): Promise<string> {
  const sent: unknown = await (await fetch(`${address}/api/demo/outbox`)).json();
  const [message] = Array.isArray(sent) ? sent.map((one) => demoMessage.parse(one)) : [];
  const code = /code is (\d{6})/.exec(message?.text ?? '')?.[1];
  if (code === undefined) throw new Error('no code has come');
  return code;
}

test('processes, one a role, sign a user in and bring the ticks of a chart, also after the reader of its feed is killed', async () => {
  const { drop, databaseUrl: url } = await createTestPlace('postgres');
  onTestFinished(drop);
  const shared = {
    DATABASE_URL: url ?? '',
    NATS_URL: await findNats(),
    AUTH_SECRET: 'a secret for tests that is long enough',
    DATA_DIR: '/nowhere',
  };
  const roles = ['api', 'ingest', 'worker'] as const;
  const started = roles.map((role) => startProgram({ ...shared, ROLES: role }));
  const addresses = await Promise.all(started.map(addressOf));
  const [api = '', ingest = '', worker = ''] = addresses;

  const history = '/api/data/histoday?e=FMP&fsym=BTCUSD&resolution=1D&fromTs=1700000000';
  for (const other of [ingest, worker]) {
    expect((await fetch(`${other}/api/health/live`)).status).toBe(200);
    const readiness = async () => (await fetch(`${other}/api/health/ready`)).status;
    await vi.waitFor(async () => expect(await readiness()).toBe(200), SOON);
    expect((await fetch(`${other}${history}`)).status).toBe(404);
  }
  // A first answer that takes longer than 3 s is a 503 that asks to come again.
  const readChart = async () => (await fetch(`${api}${history}&toTs=1705000000`)).status;
  await vi.waitFor(async () => expect(await readChart()).toBe(200), SOON);

  expect((await post(api, login.path, USER)).answer).toEqual({ needOtp: true });
  expect((await post(api, sendOtp.path, { username: USER.username })).status).toBe(200);
  const otpCode = await vi.waitFor(() => readCode(api), SOON);
  const signedIn = await post(api, login.path, { ...USER, otpCode });
  expect(signedIn.answer).toMatchObject({ accessToken: expect.any(String) });

  const authorization = `Bearer ${signedIn.answer.accessToken}`;
  const ticket = await post(api, createStreamTicket.path, {}, { authorization });
  const stream = await openStream(api, String(ticket.answer.ticket));
  stream.send({ type: 'subscribe', channels: [{ symbol: 'FMP:BTCUSD', resolution: '1' }] });
  await vi.waitFor(() => expect(stream.updates().length).toBeGreaterThan(2), SOON);

  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: silentLog });
  onTestFinished(() => database.close());
  /** The process that reads each group of instruments, by exchange; null for a group without an owner. */
  const readers = async () => {
    const rows = await database.db
      .selectFrom('feed_group_leases as groups')
      .leftJoin('ingest_processes as owners', 'owners.id', 'groups.owner')
      .select(['groups.exchange', 'owners.process_id'])
      .execute();
    return rows.map((row) => [row.exchange, row.process_id] as const);
  };
  const [[, only] = []] = await readers();
  expect(new Set((await readers()).map(([, reader]) => reader))).toEqual(new Set([only]));

  const standby = startProgram({ ...shared, ROLES: 'ingest' });
  await vi.waitFor(async () => {
    const shares = new Set((await readers()).map(([, reader]) => reader));
    expect(shares).toEqual(new Set([only, expect.any(String)]));
    expect(shares.size).toBe(2);
  }, SOON);
  const readerOfFmp = async () => new Map(await readers()).get('FMP');
  const killed = await readerOfFmp();
  const ofRole = started[1] ?? standby;
  const [victim, survivor] = killed === only ? [ofRole, standby] : [standby, ofRole];
  const killedMs = Date.now();
  victim.child.kill('SIGKILL');
  await vi.waitFor(async () => {
    expect(await readerOfFmp()).toEqual(expect.any(String));
    expect(await readerOfFmp()).not.toBe(killed);
  }, SOON);
  const seen = stream.updates().length;
  await vi.waitFor(() => expect(stream.updates().length).toBeGreaterThan(seen + 1), SOON);
  expect(Date.now() - killedMs).toBeLessThan(REPLACED_WITHIN_MS);

  const running = [started[0], survivor, started[2]];
  for (const each of running) each?.child.kill('SIGTERM');
  expect(await Promise.all(running.map((each) => each?.exited))).toEqual([0, 0, 0]);
  await vi.waitFor(() => expect(stream.closed).toMatchObject({ code: 1001 }), SOON);
});

const PAYMENTS = ['lemon', 'paypal'];
const NOTHING = {
  hasAccounts: false,
  buildsAnswers: false,
  feeds: [] as readonly string[],
  leases: 0,
  runsJobs: false,
  payments: [] as readonly string[],
};
const OPENED = {
  api: { ...NOTHING, hasAccounts: true, buildsAnswers: true, payments: PAYMENTS },
  ingest: { ...NOTHING, feeds: FEED_EXCHANGES, leases: 4 },
  worker: { ...NOTHING, runsJobs: true, payments: PAYMENTS },
};

test.each(['api', 'ingest', 'worker'] as const)('the role %s opens what it needs', async (role) => {
  const { drop, databaseUrl, dataDir } = await createTestPlace(ANY_KIND);
  onTestFinished(drop);
  const place = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, AUTH_SECRET: 'x'.repeat(40) };
  const context = await createContext(
    readConfig({ ...place, ROLES: role, SIMULATE: 'all', LOG_LEVEL: 'silent', PORT: '0' }),
  );
  onTestFinished(context.close);
  const app = await buildApp(context, { webFolder: null });
  onTestFinished(() => app.close());
  const { db } = context;
  const leases = () => db.selectFrom('feed_group_leases').select('exchange').distinct().execute();
  const schedules = await sql`select name from pgboss.schedule`.execute(db);
  const wanted = OPENED[role];
  context.live.start();
  await vi.waitFor(async () => expect(await leases()).toHaveLength(wanted.leases), SOON);
  if (role === 'api') {
    const chart = '/api/data/histoday?e=FMP&fsym=BTCUSD&resolution=1D&fromTs=1700000000';
    const readChart = async () => (await app.inject(`${chart}&toTs=1705000000`)).statusCode;
    await vi.waitFor(async () => expect(await readChart()).toBe(200), SOON);
  }
  const opened = async () => ({
    hasAccounts: context.people !== null,
    buildsAnswers: context.builders !== undefined,
    // A worker asks vendors as soon as a job of its is due.
    feeds: role === 'worker' ? [] : Object.keys(context.breakers()).toSorted(),
    leases: (await leases()).length,
    runsJobs: schedules.rows.length > 0,
    payments: Object.keys(context.payments.providers).toSorted(),
  });
  // A feed is opened by its first use, some time after its lease.
  const expected = { ...wanted, feeds: [...wanted.feeds].toSorted() };
  await vi.waitFor(async () => expect(await opened()).toEqual(expected), SOON);
});
