import { createStreamTicket, demoMessage, login, sendOtp } from '@moneytrail/contract';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { findNats } from './bus/testing/find-nats.ts';
import { openDatabase } from './db/index.ts';
import { createPostgres, silentLog } from './db/testing/test-database.ts';
import { openStream } from './modules/live/testing/stream-client.ts';
import { addressOf, killPrograms, startProgram } from './testing/start-program.ts';

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

test('three processes, one a role, sign a user in, serve a chart and bring its ticks', async () => {
  const { url, drop } = await createPostgres();
  onTestFinished(drop);
  const shared = {
    DATABASE_URL: url,
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
    expect((await fetch(`${other}/api/health/ready`)).status).toBe(200);
    expect((await fetch(`${other}${history}`)).status).toBe(404);
  }
  expect((await fetch(`${api}${history}&toTs=1705000000`)).status).toBe(200);

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
  const owners = await database.db.selectFrom('feed_leases').select('owner').distinct().execute();
  expect(owners).toHaveLength(1);

  for (const { child } of started) child.kill('SIGTERM');
  expect(await Promise.all(started.map(({ exited }) => exited))).toEqual([0, 0, 0]);
  expect(stream.closed).toMatchObject({ code: 1001 });
});
