import { AppError, endpoint, getHistory } from '@moneytrail/contract';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { AccessRules } from './check-access.ts';
import { handleErrors } from './error-handler.ts';
import { createRouter, type ReadUser } from './route.ts';
import { refuseUndeclaredRoutes } from './route-config.ts';
import { secureHeaders } from './security-headers.ts';
import { SUPER_ADMIN } from './testing/super-admin.ts';

const SECRET = 'a detail of ours that nobody outside may read';

const greet = endpoint({
  name: 'greet',
  summary: 'Is there for a test.',
  method: 'POST',
  path: '/api/greet/:name',
  access: 'user',
  params: z.strictObject({ name: z.string() }),
  query: z.strictObject({ times: z.coerce.number<number>().check(z.int(), z.maximum(3)) }),
  body: z.strictObject({ greeting: z.string() }),
  response: z.strictObject({ text: z.string() }),
});
const administer = endpoint({
  name: 'administer',
  summary: 'Is there for a test.',
  method: 'GET',
  path: '/api/administer',
  access: 'superAdmin',
  response: z.strictObject({}),
});
const fail = endpoint({
  name: 'fail',
  summary: 'Is there for a test.',
  method: 'GET',
  path: '/api/fail',
  access: 'public',
  response: z.strictObject({}),
});

const ANYTHING: AccessRules<object> = {
  hasFullAccess: () => true,
  hasPermission: () => true,
  resolve: async () => ({}),
  isEntitled: () => true,
};

async function appFor(readUser: ReadUser) {
  const app = fastify({ bodyLimit: 1_000 });
  handleErrors(app);
  secureHeaders(app, true, () => ['https://app.example']);
  const router = createRouter(app, { readUser, checkAnswers: true, access: ANYTHING });
  router.route(greet, async ({ params, query, body }) => {
    const text = `${body.greeting} ${params.name}`;
    return { text: Array.from({ length: query.times }, () => text).join(', ') };
  });
  router.route(administer, async () => ({}));
  router.route(fail, async () => {
    throw new Error(SECRET);
  });
  router.route(getHistory, async () => {
    throw new AppError('FEED_UNAVAILABLE', 'FMP AAPL: refused');
  });
  return app;
}

const asAdmin: ReadUser = async () => SUPER_ADMIN;
const asAnonymous: ReadUser = async () => null;
const asRetail: ReadUser = async () => ({ ...SUPER_ADMIN, isSuperAdmin: false });
const request = {
  method: 'POST',
  url: '/api/greet/Ada?times=2',
  payload: { greeting: 'hello' },
} as const;

describe('a route', () => {
  test('parses parameters, query and body and answers what the handler returns', async () => {
    const answer = await (await appFor(asAdmin)).inject(request);
    expect(answer.json()).toEqual({ text: 'hello Ada, hello Ada' });
  });

  test.each([
    ['a value out of range', '/api/greet/Ada?times=9', { greeting: 'hello' }, 'times'],
    [
      'an unknown field',
      '/api/greet/Ada?times=1',
      { greeting: 'hello', isSuperAdmin: true },
      'isSuperAdmin',
    ],
    ['a missing field', '/api/greet/Ada?times=1', {}, 'greeting'],
    ['a query that is no number', '/api/greet/Ada?times=many', { greeting: 'hello' }, 'times'],
  ])('names %s with 400', async (_case, url, payload, name) => {
    const answer = await (await appFor(asAdmin)).inject({ method: 'POST', url, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST' });
    expect(answer.json().message).toContain(name);
  });

  test('answers 401 to an anonymous caller and 403 to one without the right', async () => {
    expect((await (await appFor(asAnonymous)).inject(request)).statusCode).toBe(401);
    const refused = await (await appFor(asRetail)).inject('/api/administer');
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toBe('Forbidden. You do not have the required permissions.');
    expect((await (await appFor(asAdmin)).inject('/api/administer')).statusCode).toBe(200);
  });

  test('a body over the limit is 413, a body that is no JSON 400', async () => {
    const app = await appFor(asAdmin);
    const large = { ...request, payload: { greeting: 'x'.repeat(2_000) } };
    expect((await app.inject(large)).statusCode).toBe(413);
    const broken = { ...request, payload: '{', headers: { 'content-type': 'application/json' } };
    expect((await app.inject(broken)).statusCode).toBe(400);
  });
});

describe('C40: a route that came through no router', () => {
  async function appWith(register: (app: FastifyInstance) => void): Promise<FastifyInstance> {
    const app = fastify();
    refuseUndeclaredRoutes(app, ['/known']);
    register(app);
    return app;
  }

  test('stops the start', async () => {
    const undeclared = appWith((app) => app.get('/api/undeclared', async () => 'here I am'));
    await expect(undeclared).rejects.toThrow(
      '/api/undeclared is neither an endpoint of the contract',
    );
  });

  test('stops the start in a plugin too', async () => {
    const undeclared = appWith((app) => {
      app.register(async (child) => {
        child.get('/api/undeclared', async () => 'here I am');
      });
    });
    await expect(undeclared).rejects.toThrow(
      '/api/undeclared is neither an endpoint of the contract',
    );
  });

  test('is served where it is known, as endpoints are', async () => {
    const app = await appWith((parent) => {
      parent.get('/known', async () => 'known');
      createRouter(parent, { readUser: asAdmin, checkAnswers: true }).route(
        administer,
        async () => ({}),
      );
    });
    expect((await app.inject('/known')).body).toBe('known');
    expect((await app.inject(administer.path)).statusCode).toBe(200);
  });
});

describe('C56: a failure', () => {
  test('of ours discloses nothing but a request id', async () => {
    const answer = await (await appFor(asAdmin)).inject('/api/fail');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain(SECRET);
    expect(answer.json()).toEqual({
      message: 'Unexpected error. Please try again later.',
      code: 'INTERNAL',
      requestId: expect.stringMatching(/.+/),
    });
  });

  test('of history has the form of history and names the feed', async () => {
    const url = '/api/data/histoday?e=FMP&fsym=AAPL&fromTs=1&toTs=2&resolution=1D';
    const answer = await (await appFor(asAdmin)).inject(url);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      Response: 'Error',
      Message: 'FMP AAPL: refused',
      code: 'FEED_UNAVAILABLE',
    });
  });

  test('of a history request has history’s own form', async () => {
    const url = '/api/data/histoday?e=FMP&fsym=AAPL&fromTs=1&toTs=2&resolution=7';
    const answer = await (await appFor(asAdmin)).inject(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().Message).toContain('resolution');
  });
});

describe('C29: headers', () => {
  test('stand on a failure of ours too, with a policy that lets an answer do nothing', async () => {
    const { statusCode, headers } = await (await appFor(asAdmin)).inject('/api/fail');
    expect(statusCode).toBe(500);
    expect(headers['strict-transport-security']).toBe(
      'max-age=63072000; includeSubDomains; preload',
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  test('the nonce of a page is new for every answer', async () => {
    const app = await appFor(asAdmin);
    const policies = await Promise.all([app.inject('/'), app.inject('/apis')]);
    const [first, second] = policies.map(({ headers }) => headers['content-security-policy']);
    for (const policy of [first, second]) {
      expect(policy).toMatch(/script-src 'self' 'nonce-[^']{24}'/);
      expect(policy).toContain("frame-ancestors 'none'");
    }
    expect(first).not.toBe(second);
  });
});

test('closing an app waits for its handlers, even those of disconnected clients', async () => {
  const app = fastify();
  const order: string[] = [];
  // Hooks of closing run in the reverse order: this one is the last.
  app.addHook('onClose', async () => void order.push('gone'));
  const router = createRouter(app, { readUser: async () => null, checkAnswers: true });
  let answer = () => {};
  const begun = new Promise<void>((isBegun) => {
    router.route(fail, async () => {
      isBegun();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      order.push('answered');
      return {};
    });
  });
  const client = new AbortController();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const asked = fetch(`${address}${fail.path}`, { signal: client.signal });
  await begun;
  client.abort();
  await expect(asked).rejects.toThrow('aborted');
  const closed = app.close();
  await new Promise((resolve) => app.server.once('close', resolve));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  answer();
  await closed;
  expect(order).toEqual(['answered', 'gone']);
});
