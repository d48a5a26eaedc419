import { connect } from 'node:net';
import {
  createStreamTicket,
  getAccount,
  getHistory,
  getLiveness,
  login,
  refreshSession,
  sendOtp,
} from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { ANY_KIND } from '../db/testing/test-database.ts';
import { findUser } from '../modules/accounts/profile/user-store.ts';
import { beginSession } from '../testing/begin-session.ts';
import { ENDPOINTS, goodParts, pathOf } from './testing/endpoints.ts';
import {
  addAccount,
  DEVICE_ID,
  keepCharts,
  openChallengeOf,
  openSessionOf,
} from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

const OWN = 'https://app.example';
const KIB = 1_024;
const ARRIVAL_MS = 500;

let world: AppWorld;
beforeAll(async () => {
  world = await startApp(ANY_KIND, {
    environment: { PUBLIC_URL: OWN, DEMO: 'true' },
    app: { requestTimeoutMs: ARRIVAL_MS },
  });
});
afterAll(() => world.close());

const signInBody = { username: 'a@b.co', password: 'Gr1ffin-Rock', deviceId: DEVICE_ID };
/** Signed requests authenticate themselves, whatever their origin. */
const CHANGES = ENDPOINTS.filter(({ method, isSigned }) => method !== 'GET' && !isSigned).map(
  (endpoint) => ({ name: endpoint.name, endpoint }),
);

/** Foreign origins. */
const STRANGERS = [
  'https://evil.example',
  'null',
  'https://app.example.evil.example',
  'https://sub.app.example',
  'https://app.example:8443',
  'http://app.example',
];

describe('C26: a page of another site', () => {
  test.each(CHANGES)('cannot ask for $name, in JSON or as a form', async ({ endpoint }) => {
    const { token } = await openSessionOf(world, await addAccount(world));
    const forms = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'];
    for (const type of [...forms, 'multipart/form-data; boundary=x']) {
      for (const caller of [{}, { authorization: `Bearer ${token}` }]) {
        const answer = await world.app.inject({
          method: endpoint.method,
          url: pathOf(endpoint),
          headers: { origin: 'https://evil.example', 'content-type': type, ...caller },
          payload: type === 'application/json' ? '{}' : 'a=1',
        });
        expect([type, answer.statusCode]).toEqual([type, 403]);
      }
    }
  });

  test('cannot sign anybody in, without any cookie', async () => {
    const { path: url, method } = login;
    const headers = { origin: 'https://evil.example' };
    const answer = await world.app.inject({ method, url, headers, payload: signInBody });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

test('a program signs in, refreshes and takes tickets without any header of a browser', async () => {
  const { db } = world.context;
  const id = await addAccount(world);
  const user = await findUser(db, id);
  if (!user) throw new Error('the account is missing');
  const { username } = user;
  const challenge = await openChallengeOf(world, id);
  const session = await beginSession(world.context, user);
  const ask = async (url: string, payload?: object, cookie?: { name: string; value: string }) => {
    const headers = cookie ? { cookie: `__Host-${cookie.name}=${cookie.value}` } : {};
    const body = payload ? { payload } : {};
    return (await world.app.inject({ method: 'POST', url, headers, ...body })).statusCode;
  };
  expect(await ask(login.path, { ...signInBody, username })).toBe(401);
  expect(await ask(sendOtp.path, { username }, challenge)).toBe(200);
  const { deviceId } = session;
  const refresh = { name: 'rt', value: session.cookie };
  expect(await ask(refreshSession.path, { deviceId }, refresh)).toBe(200);
  expect(await ask(createStreamTicket.path)).toBe(200);
});

test('C26: asking for something changes nothing of an account', async () => {
  const { db } = world.context;
  const id = await addAccount(world, { is_super_admin: true, user_type: 'commercial' });
  const { sessionId, token } = await openSessionOf(world, id);
  const rows = async () => [
    await db.selectFrom('users').selectAll().orderBy('id').execute(),
    await db.selectFrom('sessions').selectAll().orderBy('id').execute(),
    await db.selectFrom('challenges').selectAll().orderBy('id').execute(),
    await db.selectFrom('reset_tokens').selectAll().execute(),
    await db.selectFrom('demo_mailbox').selectAll().execute(),
  ];
  // The message of an earlier test may still be on its way.
  await expect.poll(() => db.selectFrom('outbox').select('id').execute()).toEqual([]);
  const before = await rows();
  const own = { id, sessionId, ...(await keepCharts(world, id)) };
  // Their requests name a file, bars, a webhook and the test of a rule that do not exist.
  const absent = ['getImport', 'exportStoredBars', 'listWebhookAttempts', 'getRuleTest'];
  const read = ENDPOINTS.filter(({ method, name }) => method === 'GET' && !absent.includes(name));
  for (const endpoint of read) {
    const parts = goodParts(endpoint, { own, other: own, newEmail: '' });
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await world.app.inject({
        method,
        url: pathOf(endpoint, parts.params),
        headers: { authorization: `Bearer ${token}` },
        query: parts.query ?? {},
      });
      expect([endpoint.name, answer.statusCode]).toEqual([endpoint.name, 200]);
    }
  }
  expect(await rows()).toEqual(before);
});

describe('C27: a page of another origin', () => {
  test.each(STRANGERS)('%s may read nothing of ours', async (origin) => {
    for (const endpoint of ENDPOINTS) {
      const url = pathOf(endpoint);
      const asked = { origin, 'access-control-request-method': endpoint.method };
      const answers = [
        await world.app.inject({ method: 'OPTIONS', url, headers: asked }),
        await world.app.inject({ method: endpoint.method, url, headers: { origin } }),
      ];
      for (const { headers } of answers) {
        const allowed = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
        expect([endpoint.name, allowed]).toEqual([endpoint.name, []]);
      }
    }
  });
});

describe('C29: headers', () => {
  const EXPECTED = {
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  };

  test.each([
    ['a good answer', getLiveness.path, 200, 'no-store'],
    ['a bad request', `${getLiveness.path}?x=1`, 400, 'no-store'],
    ['no session', getAccount.path, 401, 'no-store'],
    ['an unknown path', '/api/nowhere', 404, 'no-store'],
    ['history', `${getHistory.path}?e=FMP&fsym=BTCUSD&resolution=1D&fromTs=0&toTs=86400`, 200, ''],
  ])('stand on %s', async (_case, url, status, caching) => {
    const answer = await world.app.inject(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(EXPECTED);
    expect(answer.headers['cache-control']).toBe(caching || 'private, no-cache');
  });

  test('answers are not cached for other callers', async () => {
    const { token } = await openSessionOf(world, await addAccount(world));
    const headers = { authorization: `Bearer ${token}` };
    for (const endpoint of ENDPOINTS.filter(({ method }) => method === 'GET')) {
      const answer = await world.app.inject({ url: pathOf(endpoint), headers });
      expect([endpoint.name, answer.headers['cache-control']]).toEqual([endpoint.name, 'no-store']);
    }
  });
});

describe('C33: size and time', () => {
  const post = (payload: string) =>
    world.app.inject({
      method: 'POST',
      url: login.path,
      headers: { origin: OWN, 'content-type': 'application/json' },
      payload,
    });
  const sized = (bytes: number) => {
    const empty = JSON.stringify({ ...signInBody, password: '' });
    return JSON.stringify({ ...signInBody, password: 'x'.repeat(bytes - empty.length) });
  };
  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

  test('a body of 64 KB is read, one byte more is not', async () => {
    expect((await post(sized(64 * KIB))).statusCode).toBe(400);
    expect((await post(sized(64 * KIB + 1))).statusCode).toBe(413);
  });

  test('a body may be nested 20 levels deep, and no level more', async () => {
    const message = async (depth: number) => (await post(nested(depth))).json().message;
    expect(await message(20)).not.toContain('nested');
    expect(await message(21)).toBe('body: is nested deeper than 20 levels');
    expect((await post(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)).statusCode).toBe(400);
  });

  test.each([
    ['headers', 'POST /api/auth/login HTTP/1.1\r\nHost: app.example\r\nX: '],
    [
      'body',
      `POST /api/auth/login HTTP/1.1\r\nHost: app.example\r\nOrigin: ${OWN}\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"a":`,
    ],
  ])('a caller whose %s never end is disconnected in time', async (_what, text) => {
    const { port } = new URL(await listening());
    const socket = connect(Number(port), '127.0.0.1');
    const startedAt = performance.now();
    socket.write(text);
    const said: string[] = [];
    socket.on('data', (data) => said.push(String(data)));
    await new Promise((resolve) => socket.on('close', resolve));
    expect(said.join()).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(ARRIVAL_MS - 50);
  });

  test('the product gives callers ten seconds', async () => {
    const { server, close } = await buildApp(world.context, { webFolder: null });
    expect([server.requestTimeout, server.headersTimeout]).toEqual([10_000, 10_000]);
    await close();
  });
});

let address: Promise<string> | null = null;
function listening(): Promise<string> {
  address ??= world.app.listen({ host: '127.0.0.1', port: 0 });
  return address;
}
