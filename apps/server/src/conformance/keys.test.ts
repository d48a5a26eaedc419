import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@moneytrail/calendar';
import {
  createApiKey,
  createStreamTicket,
  KEY_BUDGET,
  KEY_SCOPES,
  type KeyScope,
  MOST_KEYS,
  STREAM_CLOSE,
  setUserAccess,
} from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERT_FIRED } from '../bus/index.ts';
import { ANY_KIND } from '../db/testing/test-database.ts';
import { LIMITS } from '../modules/accounts/limits/limits.ts';
import { eventually } from '../modules/live/testing/eventually.ts';
import { openStream } from '../modules/live/testing/stream-client.ts';
import { accountsIn } from '../testing/accounts-in.ts';
import { ENDPOINTS, goodParts, pathOf } from './testing/endpoints.ts';
import { addAccount, openSessionOf } from './testing/people.ts';
import { type AppWorld, startApp } from './testing/start-app.ts';

const CHARTS = 'https://charts.example';
const CODE = { INVALID: 'UNAUTHORIZED', REFUSED: 'FORBIDDEN' };
const CHART = { name: 'A', content: '{"a":1}', symbol: 'FMP:BTCUSD', resolution: '60' };
const STORAGE = '/api/1.1/charts';

let world: AppWorld;
let base: string;
beforeAll(async () => {
  world = await startApp(ANY_KIND, { environment: { UDF_ORIGINS: CHARTS } });
  base = await world.app.listen({ host: '127.0.0.1', port: 0 });
  world.context.live.start();
});
afterAll(() => world.close());

type Sent = { body?: object; form?: Record<string, string>; headers?: Record<string, string> };

async function call(
  method: string,
  path: string,
  bearer: string,
  { body, form, headers }: Sent = {},
) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(form ? { body: new URLSearchParams(form) } : {}),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

const PAYING = {
  user_type: 'commercial',
  has_paid: true,
  payment_valid_until: '2199-01-01',
} as const;

async function enter(seed: Parameters<typeof addAccount>[1] = PAYING) {
  const id = await addAccount(world, seed);
  return { id, ...(await openSessionOf(world, id)) };
}

type Made = { key: { _id: string; name: string }; secret: string };

async function make(token: string, more: object = {}): Promise<Made> {
  const body = { name: 'Report', scopes: [...KEY_SCOPES], ...more };
  const answer = await call('POST', '/api/keys', token, { body });
  expect([answer.status, answer.body]).toEqual([200, expect.any(Object)]);
  return answer.body;
}

const tokenOf = async (secret: string, body: object) =>
  (await call('POST', '/api/tokens', secret, { body })).body.token as string;
const codeOf = async (path: string, bearer: string) => {
  const { status, body } = await call('GET', path, bearer);
  return status < 300 ? 'passes' : body.code;
};
const LAYOUTS = '/api/layouts';

describe('the calls of a key', () => {
  const NO_SCOPE = 'API keys may not make this call.';
  let token: string;
  const secrets = new Map<string, string>();
  beforeAll(async () => {
    ({ token } = await enter());
    for (const scope of KEY_SCOPES) {
      secrets.set(scope, (await make(token, { scopes: [scope] })).secret);
    }
  });

  /** The answer to a valid request with a key of each scope. */
  async function ask(endpoint: (typeof ENDPOINTS)[number], scope: KeyScope) {
    const own = { id: 'me', sessionId: 'mine', layoutId: '1', shareToken: 'x'.repeat(43) };
    const parts = goodParts(endpoint, { own, other: own, newEmail: 'new@example.org' });
    const answer = await world.app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, parts.params),
      headers: { authorization: `Bearer ${secrets.get(scope)}` },
      ...(parts.query ? { query: parts.query } : {}),
      ...(parts.body ? { payload: parts.body } : {}),
    });
    return answer.statusCode === 403
      ? (answer.json().message ?? answer.json().Message)
      : 'admitted';
  }

  test.each(ENDPOINTS.filter(({ isSigned }) => !isSigned))(
    'C40: $name is open to keys of its scope alone',
    async (endpoint) => {
      for (const scope of KEY_SCOPES) {
        const lacks = `The API key or token lacks the scope ${endpoint.scope}.`;
        const isGiven = endpoint.scope === scope || endpoint.scope === 'any';
        const refusal = endpoint.scope === undefined ? NO_SCOPE : lacks;
        expect([scope, await ask(endpoint, scope)]).toEqual([
          scope,
          isGiven ? 'admitted' : refusal,
        ]);
      }
    },
  );

  test('the stream, the data feed and the charts storage are open to their scopes', async () => {
    const storage = `${STORAGE}?client=a&user=1`;
    const [prices = '', read = '', write = ''] = KEY_SCOPES.map((scope) => secrets.get(scope));
    const symbol = '/api/udf/symbols?symbol=FMP:AAPL';
    expect((await call('GET', symbol, prices)).body.name).toBe('AAPL');
    expect((await call('GET', symbol, read)).body).toMatchObject({ s: 'error' });
    expect((await call('GET', storage, read)).body.status).toBe('ok');
    expect((await call('GET', storage, write)).body.status).toBe('error');
    expect((await call('POST', storage, write, { form: CHART })).body.status).toBe('ok');
    expect((await call('POST', storage, read, { form: CHART })).body.status).toBe('error');
    const refused = await openStream(base, '', { authorization: `Bearer ${read}` });
    expect(refused.refusedWith).toBe(403);
    const stream = await openStream(base, '', { authorization: `Bearer ${prices}` });
    stream.send({ type: 'subscribe', channels: [{ symbol: 'FMP:AAPL', resolution: '1' }] });
    await eventually(() => expect(stream.lastUpdate()?.symbol).toBe('FMP:AAPL'));
    stream.close();
  });

  test('a key has the rights of its account, also after they have changed', async () => {
    const free = { e: 'FMP', fsym: 'BTCUSD' };
    const path = ({ fsym, e } = free) =>
      `/api/data/symbol?${new URLSearchParams({ symbol: `${e}:${fsym}` })}`;
    const person = await enter();
    const { secret } = await make(person.token);
    expect(await codeOf(path({ e: 'FMP', fsym: 'AAPL' }), secret)).toBe('passes');
    const { db } = world.context;
    await db.updateTable('users').set({ has_paid: false }).where('id', '=', person.id).execute();
    await eventually(async () =>
      expect(await codeOf(path({ e: 'FMP', fsym: 'AAPL' }), secret)).toBe('SOURCE_LOCKED'),
    );
    expect(await codeOf(path(), secret)).toBe('passes');
    await db
      .updateTable('users')
      .set({ access_revoked: true })
      .where('id', '=', person.id)
      .execute();
    await eventually(async () => expect(await codeOf(path(), secret)).toBe(CODE.INVALID));
  });

  test('the key of a seat has full access as long as the main account has paid', async () => {
    const main = await enter();
    const seat = await enter({ user_type: 'commercial', parent_user_id: main.id });
    const { secret } = await make(seat.token);
    const path = `/api/data/symbol?${new URLSearchParams({ symbol: 'FMP:AAPL' })}`;
    expect(await codeOf(path, secret)).toBe('passes');
    const lapsed = world.context.db.updateTable('users').set({ payment_valid_until: '2020-01-01' });
    await lapsed.where('id', '=', main.id).execute();
    await eventually(async () => expect(await codeOf(path, secret)).toBe('SOURCE_LOCKED'));
  });
});

describe('the keys of an account', () => {
  test('C60: a secret is told once, and only its hash is stored', async () => {
    const { token, id } = await enter();
    const { secret, key } = await make(token, { name: 'Nightly' });
    expect(secret).toMatch(/^mt_[\w-]{43}$/);
    const { body } = await call('GET', '/api/keys', token);
    expect(body).toMatchObject([{ _id: key._id, name: 'Nightly', beginning: secret.slice(0, 10) }]);
    const { db } = world.context;
    const held = await Promise.all([
      db.selectFrom('api_keys').selectAll().execute(),
      db.selectFrom('api_key_secrets').selectAll().execute(),
      db.selectFrom('audit_entries').selectAll().execute(),
      db.selectFrom('demo_mailbox').selectAll().execute(),
    ]);
    expect(JSON.stringify([held, body, world.logged])).not.toContain(secret.slice(10));
    const entry = await db
      .selectFrom('audit_entries')
      .select(['after'])
      .where('action', '=', 'key.made')
      .where('actor_id', '=', id)
      .executeTakeFirst();
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ keyId: key._id, name: 'Nightly' });
  });

  test('making and rotating a key need a recent sign-in, and full access; ending one does not', async () => {
    const { token, id, sessionId } = await enter();
    const { key } = await make(token);
    const unpaid = await enter({});
    const body = { name: 'A', scopes: ['prices:read'] };
    expect((await call('POST', '/api/keys', unpaid.token, { body })).body.code).toBe(CODE.REFUSED);
    world.addMs(16 * MINUTE_MS);
    const { services } = accountsIn(world.context);
    const late = await services.tokens.issue({ userId: id, sessionId, counter: 0 });
    for (const path of ['/api/keys', `/api/keys/${key._id}/rotate`]) {
      const asked = path === '/api/keys' ? { body } : {};
      expect((await call('POST', path, late, asked)).body.code).toBe('REAUTH_REQUIRED');
    }
    expect((await call('DELETE', `/api/keys/${key._id}`, late)).status).toBe(204);
  });

  test('after a rotation both secrets are valid for a day, and a third ends the first', async () => {
    const { token } = await enter();
    const { secret: first, key } = await make(token);
    const rotate = async (by: string) =>
      (await call('POST', `/api/keys/${key._id}/rotate`, by)).body as Made;
    const { secret: second } = await rotate(token);
    const outcomes = async (...secrets: string[]) =>
      Promise.all(secrets.map((secret) => codeOf(LAYOUTS, secret)));
    expect(await outcomes(first, second)).toEqual(['passes', 'passes']);
    const { secret: third } = await rotate(token);
    world.addMs(1_000);
    expect(await outcomes(first, second, third)).toEqual([CODE.INVALID, 'passes', 'passes']);
    world.addMs(24 * HOUR_MS);
    expect(await outcomes(second, third)).toEqual([CODE.INVALID, 'passes']);
  });

  test('a key ends with its last day, and nothing is left of it in the list', async () => {
    const { token, id } = await enter();
    const lastDay = new Date(world.context.clock.now()).toISOString().slice(0, 10);
    const { secret } = await make(token, { lastDay });
    expect(await codeOf(LAYOUTS, secret)).toBe('passes');
    const over = { name: 'A', scopes: ['prices:read'], lastDay: '2020-01-01' };
    expect((await call('POST', '/api/keys', token, { body: over })).status).toBe(400);
    world.addMs(DAY_MS);
    expect(await codeOf(LAYOUTS, secret)).toBe(CODE.INVALID);
    const { token: later } = await openSessionOf(world, id);
    expect((await call('GET', '/api/keys', later)).body).toEqual([]);
  });

  test('a key of other networks is refused and the refusal recorded; a network that is none is not taken', async () => {
    const { token, id } = await enter();
    const { secret } = await make(token, { networks: ['10.0.0.0/8', '2001:db8::/32'] });
    const here = await make(token, { networks: ['127.0.0.0/8'] });
    expect(await codeOf(LAYOUTS, secret)).toBe(CODE.REFUSED);
    expect(await codeOf(LAYOUTS, here.secret)).toBe('passes');
    const { db } = world.context;
    await eventually(async () => {
      const refusals = await db
        .selectFrom('audit_entries')
        .select('action')
        .where('actor_id', '=', id)
        .where('action', '=', 'access.refused')
        .execute();
      expect(refusals).toHaveLength(1);
    });
    for (const network of ['10.0.0.0/33', 'somewhere', '::/129', '1.2.3.4/1/2', '1.2.3.4/']) {
      const body = { name: 'A', scopes: ['prices:read'], networks: [network] };
      expect([network, (await call('POST', '/api/keys', token, { body })).status]).toEqual([
        network,
        400,
      ]);
    }
  });

  test(`an account has at most ${MOST_KEYS} keys, also when it asks for many at once`, async () => {
    const { token } = await enter();
    const body = { name: 'A', scopes: ['prices:read'] };
    const asked = Array.from({ length: MOST_KEYS + 3 }, () =>
      call('POST', '/api/keys', token, { body }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_KEYS);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  });

  test('C42: the keys of others are neither seen nor changed', async () => {
    const [ana, ben] = [await enter(), await enter()];
    const { key, secret } = await make(ana.token);
    expect((await call('GET', '/api/keys', ben.token)).body).toEqual([]);
    expect((await call('POST', `/api/keys/${key._id}/rotate`, ben.token)).status).toBe(404);
    expect((await call('DELETE', `/api/keys/${key._id}`, ben.token)).status).toBe(404);
    expect(await codeOf(LAYOUTS, secret)).toBe('passes');
  });

  test('the keys of an account that is revoked stay ended when it is restored', async () => {
    const { token, id } = await enter();
    const { secret } = await make(token);
    const admin = await enter({ user_type: 'commercial', is_super_admin: true });
    for (const accessRevoked of [true, false]) {
      const body = { accessRevoked, reason: 'A key leaked.' };
      const { status } = await call('PATCH', pathOf(setUserAccess, { id }), admin.token, { body });
      expect(status).toBe(200);
      expect(await codeOf(LAYOUTS, secret)).toBe(CODE.INVALID);
    }
  });

  test('what is no key is told so, with the way to show one', async () => {
    for (const bearer of [`mt_${'x'.repeat(43)}`, 'mtt_a.b.c', 'mt_']) {
      const { status, headers } = await call('GET', LAYOUTS, bearer);
      expect([status, headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer realm="moneytrail", error="invalid_token"',
      ]);
    }
    const { headers } = await call('GET', LAYOUTS, '');
    expect(headers.get('www-authenticate')).toBe('Bearer realm="moneytrail"');
  });

  test('keys that are not valid have a limit of their own by address, which no valid key meets', async () => {
    const { token } = await enter();
    const [used, unused] = [await make(token), await make(token)];
    const ask = async (bearer: string, remoteAddress = '203.0.113.9') => {
      const headers = { authorization: `Bearer ${bearer}` };
      const { statusCode, headers: answered } = await world.app.inject({
        url: LAYOUTS,
        headers,
        remoteAddress,
      });
      return { statusCode, retryAfter: Number(answered['retry-after']) };
    };
    const madeUp = (index: number) => `mt_${String(index).padStart(43, 'x')}`;
    expect((await ask(used.secret)).statusCode).toBe(200);
    const max = LIMITS.unknownKeys.max;
    const tried = await Promise.all(Array.from({ length: max + 5 }, (_, n) => ask(madeUp(n))));
    expect(tried.filter(({ statusCode }) => statusCode === 401)).toHaveLength(max);
    const refused = await ask(madeUp(max));
    expect(refused.statusCode).toBe(429);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(60);
    expect((await ask(used.secret)).statusCode).toBe(200);
    expect((await ask(unused.secret)).statusCode).toBe(200);
    expect((await ask(madeUp(0), '203.0.113.10')).statusCode).toBe(401);
    world.addMs(MINUTE_MS);
    expect((await ask(madeUp(0))).statusCode).toBe(401);
  });

  test('answers tell what is left of the minute, and more is refused until it is over', async () => {
    const { token } = await enter();
    const { secret } = await make(token);
    const first = await call('GET', LAYOUTS, secret);
    expect(first.headers.get('ratelimit')).toBe(`"key";r=${KEY_BUDGET.key - 1};t=60`);
    expect(first.headers.get('ratelimit-policy')).toBe('"key";q=600;w=60, "account";q=1200;w=60');
    expect((await call('GET', LAYOUTS, token)).headers.get('ratelimit')).toBeNull();
    const ask = () =>
      world.app.inject({ url: '/api/keys', headers: { authorization: `Bearer ${secret}` } });
    for (let count = 1; count < KEY_BUDGET.key; count += 1) await ask();
    const refused = await ask();
    expect(refused.json().code).toBe('RATE_LIMITED');
    expect(refused.headers).toMatchObject({ 'retry-after': expect.any(String) });
    expect(refused.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/);
  });
});

describe('the tokens of customers', () => {
  const storage = (user: string) => `${STORAGE}?client=broker&user=${user}`;

  test('each reads and changes its own charts alone', async () => {
    const { token } = await enter();
    const { secret } = await make(token);
    const body = { key: randomUUID(), ...CHART };
    const own = await call('POST', LAYOUTS, token, { body });
    const ids = new Map<string, number>();
    for (const user of ['ann', 'bob']) {
      const customer = await tokenOf(secret, { user });
      const saved = await call('POST', storage(user), customer, { form: { ...CHART, name: user } });
      ids.set(user, saved.body.id);
      const rest = await call('POST', LAYOUTS, customer, { body });
      expect(rest.status).toBe(200);
    }
    const ann = await tokenOf(secret, { user: 'ann' });
    expect((await call('GET', storage('ann'), ann)).body.data).toMatchObject([{ name: 'ann' }]);
    expect((await call('GET', storage('bob'), ann)).body.message).toBe('Wrong user id');
    const bobs = `${storage('ann')}&chart=${ids.get('bob')}`;
    expect((await call('DELETE', bobs, ann)).body.message).toBe('Chart not found');
    expect((await call('GET', `${LAYOUTS}/${own.body.id}`, ann)).status).toBe(404);
    expect((await call('GET', LAYOUTS, ann)).body.layouts).toHaveLength(1);
    expect((await call('GET', LAYOUTS, secret)).body.layouts).toMatchObject([{ id: own.body.id }]);
    expect((await call('GET', storage('bob'), secret)).body.data).toMatchObject([{ name: 'bob' }]);
  });

  test('a customer keeps charts under any name that a token may have', async () => {
    const { token } = await enter();
    const { secret } = await make(token);
    for (const user of ['😀'.repeat(200), 'a\nb', 'a%20b', 'e\u0301']) {
      const customer = await tokenOf(secret, { user });
      const path = storage(encodeURIComponent(user));
      expect((await call('POST', path, customer, { form: CHART })).body.status).toBe('ok');
      expect((await call('GET', path, customer)).body.data).toMatchObject([{ name: CHART.name }]);
    }
    const longer = storage(encodeURIComponent('😀'.repeat(201)));
    expect((await call('GET', longer, secret)).body.message).toBe('Wrong user id');
  });

  test('none has more than its key, makes another, or outlives its minutes or its key', async () => {
    const { token, id } = await enter();
    const { secret, key } = await make(token, { scopes: ['prices:read'] });
    const asked = { user: 'ann', scopes: ['charts:read'] };
    expect((await call('POST', '/api/tokens', secret, { body: asked })).body.code).toBe(
      CODE.REFUSED,
    );
    const customer = await tokenOf(secret, { user: 'ann', minutes: 5 });
    const more = { body: { user: 'bob' } };
    expect((await call('POST', '/api/tokens', customer, more)).body.code).toBe(CODE.REFUSED);
    expect((await call('POST', '/api/tokens', token, more)).body.code).toBe(CODE.REFUSED);
    const read = '/api/data/symbol?symbol=FMP:AAPL';
    expect(await codeOf(LAYOUTS, customer)).toBe(CODE.REFUSED);
    expect(await codeOf(read, customer)).toBe('passes');
    const forged = `${customer.slice(0, -2)}${customer.endsWith('A') ? 'BB' : 'AA'}`;
    expect(await codeOf(read, forged)).toBe(CODE.INVALID);
    expect(await codeOf(read, customer.replace('mtt_', ''))).toBe(CODE.INVALID);
    world.addMs(5 * MINUTE_MS);
    expect(await codeOf(read, customer)).toBe(CODE.INVALID);
    const next = await tokenOf(secret, { user: 'ann', minutes: 60 });
    expect(await codeOf(read, next)).toBe('passes');
    const { token: fresh } = await openSessionOf(world, id);
    expect((await call('DELETE', `/api/keys/${key._id}`, fresh)).status).toBe(204);
    expect(await codeOf(read, next)).toBe(CODE.INVALID);
  });

  test('none uses up the minute or the streams of another', async () => {
    const { token } = await enter();
    const { secret } = await make(token);
    const [ann, bob] = [
      await tokenOf(secret, { user: 'ann' }),
      await tokenOf(secret, { user: 'bob' }),
    ];
    const ask = (bearer: string) =>
      world.app.inject({ url: LAYOUTS, headers: { authorization: `Bearer ${bearer}` } });
    for (let count = 0; count < KEY_BUDGET.customer; count += 1) await ask(ann);
    expect((await ask(ann)).json().code).toBe('RATE_LIMITED');
    const other = await ask(bob);
    expect(other.headers.ratelimit).toBe(`"customer";r=${KEY_BUDGET.customer - 1};t=60`);
    expect((await ask(secret)).statusCode).toBe(200);
    const { token: fresh } = await enter();
    const streams = await make(fresh);
    const open = async (user: string) =>
      openStream(base, '', { authorization: `Bearer ${await tokenOf(streams.secret, { user })}` });
    const held = [await open('ann'), await open('ann'), await open('ann')];
    const fourth = await open('ann');
    await eventually(() => expect(fourth.closed?.code).toBe(STREAM_CLOSE.tooMany));
    const bobs = await open('bob');
    await eventually(() => expect(bobs.messages.map(({ type }) => type)).toContain('rights'));
    for (const stream of [...held, bobs]) stream.close();
  });

  test('C27: their streams, and those of keys without the scope, hear nothing of the account', async () => {
    const { token, id: userId } = await enter();
    const [full, prices] = [await make(token), await make(token, { scopes: ['prices:read'] })];
    const customer = await tokenOf(full.secret, { user: 'ann' });
    const [own, ...others] = await Promise.all(
      [token, full.secret, prices.secret, customer].map((bearer) =>
        openStream(base, '', { authorization: `Bearer ${bearer}` }),
      ),
    );
    const [ofKey, ofPrices, ofCustomer] = others;
    const body = { key: randomUUID(), ...CHART };
    const { id } = (await call('POST', LAYOUTS, token, { body })).body;
    const told = { type: 'layout', id, revision: 1 };
    await eventually(() => expect(own?.messages).toContainEqual(told));
    world.context.bus.publish(ALERT_FIRED, { userId, id: 1 });
    await eventually(() => expect(own?.messages).toContainEqual({ type: 'alert', firing: 1 }));
    await eventually(() => expect(ofKey?.messages).toContainEqual(told));
    // A later answer on each stream: what comes before it has been sent already.
    const after = { symbol: 'FMP:NOTHING', resolution: '1' };
    for (const stream of others) {
      stream.send({ type: 'subscribe', channels: [after] });
      await eventually(() => expect(stream.messages.at(-1)).toMatchObject({ type: 'refused' }));
    }
    const kinds = (stream?: { messages: { type: string }[] }) =>
      new Set(stream?.messages.map(({ type }) => type));
    expect(kinds(ofKey)).not.toContain('alert');
    expect(kinds(ofPrices)).not.toContain('alert');
    expect(kinds(ofPrices)).not.toContain('layout');
    expect(kinds(ofCustomer)).not.toContain('alert');
    expect(kinds(ofCustomer)).not.toContain('layout');
    for (const stream of [own, ...others]) stream?.close();
  });

  test('C27: pages of named sites use them, and nothing else, to read prices, charts and the stream', async () => {
    const { token } = await enter();
    const { secret } = await make(token);
    const customer = await tokenOf(secret, { user: 'ann' });
    const headers = { origin: CHARTS, 'sec-fetch-site': 'cross-site' };
    const symbol = '/api/udf/symbols?symbol=FMP:AAPL';
    const read = await call('GET', symbol, customer, { headers });
    expect(read.body.name).toBe('AAPL');
    expect(read.headers.get('access-control-allow-origin')).toBe(CHARTS);
    expect((await call('GET', symbol, token, { headers })).body).toMatchObject({ s: 'error' });
    const ofKey = await call('GET', symbol, secret, { headers });
    expect([ofKey.status, ofKey.body.errmsg]).toEqual([
      403,
      expect.stringMatching(/belongs on a server/),
    ]);
    const form = { form: CHART, headers };
    expect((await call('POST', storage('ann'), customer, form)).body.status).toBe('ok');
    for (const bearer of [token, secret, '']) {
      expect((await call('POST', storage('ann'), bearer, form)).status).toBe(403);
    }
    const elsewhere = { ...headers, origin: 'https://evil.example' };
    const evil = await call('POST', storage('ann'), customer, { form: CHART, headers: elsewhere });
    expect([evil.status, evil.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    for (const path of ['/api/udf/config', STORAGE, createStreamTicket.path]) {
      const asked = { ...headers, 'access-control-request-headers': 'authorization' };
      const preflight = await call('OPTIONS', path, '', { headers: asked });
      expect(preflight.headers.get('access-control-allow-origin')).toBe(CHARTS);
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization/);
    }
    const { ticket } = (await call('POST', createStreamTicket.path, customer, { headers })).body;
    const stream = await openStream(base, ticket, { origin: CHARTS });
    stream.send({ type: 'subscribe', channels: [{ symbol: 'FMP:AAPL', resolution: '1' }] });
    await eventually(() => expect(stream.lastUpdate()?.symbol).toBe('FMP:AAPL'));
    stream.close();
    const others = [createApiKey.path, '/api/data/symbol?symbol=FMP:AAPL', LAYOUTS];
    for (const path of others) {
      const { headers: told } = await call('GET', path, customer, { headers });
      expect(told.get('access-control-allow-origin')).toBeNull();
    }
  });
});

test('C22: a revoked key is refused within a second, with its tokens and streams', async () => {
  const { token } = await enter();
  const { key, secret } = await make(token);
  const customer = await tokenOf(secret, { user: 'ann' });
  const streams = await Promise.all(
    [secret, customer].map((each) => openStream(base, '', { authorization: `Bearer ${each}` })),
  );
  const read = '/api/data/symbol?symbol=FMP:AAPL';
  expect([await codeOf(read, secret), await codeOf(read, customer)]).toEqual(['passes', 'passes']);
  expect((await call('DELETE', `/api/keys/${key._id}`, token)).status).toBe(204);
  expect([await codeOf(read, secret), await codeOf(read, customer)]).toEqual([
    CODE.INVALID,
    CODE.INVALID,
  ]);
  for (const stream of streams) {
    await eventually(() => expect(stream.closed?.code).toBe(STREAM_CLOSE.sessionEnded));
  }
});

test('C22: another process refuses a revoked key within a second, without a notice', async () => {
  const replica = await world.startReplica();
  const { token } = await enter();
  const { key, secret } = await make(token);
  const there = async () =>
    (await replica.inject({ url: LAYOUTS, headers: { authorization: `Bearer ${secret}` } }))
      .statusCode;
  expect(await there()).toBe(200);
  expect((await call('DELETE', `/api/keys/${key._id}`, token)).status).toBe(204);
  const revokedMs = performance.now();
  while ((await there()) === 200) expect(performance.now() - revokedMs).toBeLessThan(1_000);
});
