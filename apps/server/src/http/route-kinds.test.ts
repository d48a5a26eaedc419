import { EventEmitter, once } from 'node:events';
import { AppError, type CurrentUser, endpoint, type Prices, rawBody } from '@moneytrail/contract';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { AccessRules } from './check-access.ts';
import { handleErrors } from './error-handler.ts';
import { createRouter, type Router } from './route.ts';
import { SUPER_ADMIN } from './testing/super-admin.ts';

type Instrument = { code: string };

/** Everybody may see FREE, and who has the permission for suffixes PAID as well. */
const RULES: AccessRules<Instrument> = {
  hasFullAccess: (user) => user.permissions.isSuffixAllowed,
  hasPermission: (user, permission) => user.permissions[permission],
  resolve: async (symbol) => ({ code: typeof symbol === 'string' ? symbol : symbol.fsym }),
  isEntitled: (user, { code }) => code === 'FREE' || user?.permissions.isSuffixAllowed === true,
};

const none = { isDetailedSummaryAllowed: false, isSuffixAllowed: false };
const PLAIN: CurrentUser = { ...SUPER_ADMIN, isSuperAdmin: false, permissions: none };
const FULL: CurrentUser = { ...PLAIN, permissions: { ...none, isSuffixAllowed: true } };

function appWith(
  register: (router: Router<Instrument>) => void,
  caller: CurrentUser | null = null,
) {
  const app = fastify();
  handleErrors(app);
  register(
    createRouter(app, {
      readUser: async () => caller,
      checkAnswers: true,
      access: RULES,
      isHttps: true,
    }),
  );
  return app;
}

const base = { summary: 'Is there for a test.', path: '/api/try', access: 'public' } as const;

describe('prices of instruments', () => {
  const priced = <Kind extends Prices>(prices: Kind) =>
    endpoint({
      ...base,
      name: prices,
      method: 'GET',
      prices,
      query: z.strictObject({ fsym: z._default(z.string(), 'FREE') }),
      response: z.strictObject({ seen: z.array(z.string()) }),
    });
  const seenBy = async (prices: 'list' | 'preview', caller: CurrentUser | null) => {
    const app = appWith((router) => {
      router.route(priced(prices), async ({ isEntitled }) => ({
        seen: ['FREE', 'PAID'].filter((code) => isEntitled({ code })),
      }));
    }, caller);
    return (await app.inject(base.path)).json().seen;
  };

  test('C40: a handler is given the instrument only where the caller may see it', async () => {
    const given: string[] = [];
    const ask = (fsym: string, caller: CurrentUser | null) =>
      appWith((router) => {
        router.route(priced('instrument'), async ({ instrument }) => {
          given.push(instrument.code);
          return { seen: [instrument.code] };
        });
      }, caller).inject(`${base.path}?fsym=${fsym}`);
    expect((await ask('FREE', null)).json()).toEqual({ seen: ['FREE'] });
    const locked = await ask('PAID', null);
    expect([locked.statusCode, locked.json().code]).toEqual([403, 'SOURCE_LOCKED']);
    expect(given).toEqual(['FREE']);
    expect((await ask('PAID', FULL)).json()).toEqual({ seen: ['PAID'] });
  });

  test('C40: a list marks instruments locked for the caller, a preview those locked for a visitor', async () => {
    expect([await seenBy('list', null), await seenBy('list', FULL)]).toEqual([
      ['FREE'],
      ['FREE', 'PAID'],
    ]);
    expect(await seenBy('preview', FULL)).toEqual(['FREE']);
  });

  test('C40: without rules of access a route that needs them stops the start', () => {
    const router = createRouter(fastify(), { readUser: async () => null, checkAnswers: true });
    expect(() => router.route(priced('list'), async () => ({ seen: [] }))).toThrow(
      'list needs rules of access',
    );
  });
});

test.each<[string, object, CurrentUser | null, number]>([
  ['full access', { access: 'fullAccess' }, null, 401],
  ['full access', { access: 'fullAccess' }, PLAIN, 403],
  ['full access', { access: 'fullAccess' }, FULL, 200],
  ['a permission', { permission: 'isSuffixAllowed' }, null, 401],
  ['a permission', { permission: 'isSuffixAllowed' }, PLAIN, 403],
  ['a permission', { permission: 'isSuffixAllowed' }, FULL, 200],
])('C40: what needs %s (%j) answers %j with %d', async (_what, needs, caller, status) => {
  const asked = endpoint({
    ...base,
    name: 'try',
    method: 'GET',
    ...needs,
    response: z.strictObject({}),
  });
  const app = appWith((router) => router.route(asked, async () => ({})), caller);
  expect((await app.inject(base.path)).statusCode).toBe(status);
});

describe('a body', () => {
  const text = z.strictObject({ text: z.string() });
  const post = (app: ReturnType<typeof appWith>, type: string, payload: string | Buffer) =>
    app.inject({ method: 'POST', url: base.path, headers: { 'content-type': type }, payload });

  test('reaches a handler as the bytes that were sent where a signature is checked', async () => {
    const sent = Buffer.from([0, 255, 123, 34, 195]);
    const app = appWith((router) =>
      router.route(
        endpoint({
          ...base,
          name: 'raw',
          method: 'POST',
          bodyKind: 'raw',
          body: rawBody,
          response: text,
        }),
        async ({ body }) => ({ text: Buffer.from(body).toString('hex') }),
      ),
    );
    expect((await post(app, 'application/json', sent)).json()).toEqual({ text: '00ff7b22c3' });
  });

  test.each(['null', '[]', '7', '"a"'])('%s is no object with fields', async (payload) => {
    const optional = z.strictObject({ text: z.optional(z.string()) });
    const declared = { ...base, method: 'POST', response: z.strictObject({}) } as const;
    for (const part of [{ body: optional }, {}]) {
      const app = appWith((router) =>
        router.route(endpoint({ ...declared, name: 'taking', ...part }), async () => ({})),
      );
      const answer = await post(app, 'application/json', payload);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'BAD_REQUEST']);
      expect((await post(app, 'application/json', '{}')).statusCode).toBe(200);
      expect((await app.inject({ method: 'POST', url: base.path })).statusCode).toBe(200);
    }
  });

  test('a name that was sent is not sent back at full length', async () => {
    const app = appWith((router) =>
      router.route(
        endpoint({ ...base, name: 'taking', method: 'POST', body: text, response: text }),
        async ({ body }) => body,
      ),
    );
    for (const key of ['a'.repeat(50_000), '\\ud800'.repeat(8_000)]) {
      const answer = await post(app, 'application/json', `{"text":"a","${key}":1}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message.length).toBeLessThan(500);
    }
  });

  test('is paid for before it is read, by whoever sends it, and so is an invalid one', async () => {
    const taken: [string, number][] = [];
    const charged: string[] = [];
    const answered: [string, number][] = [];
    let isUsedUp = false;
    const processing = {
      take: (caller: string, bytes: number) => {
        if (isUsedUp) throw new AppError('RATE_LIMITED', 'Later.', { retryAfterSeconds: 3 });
        if (bytes > 0) taken.push([caller, bytes]);
      },
      charge: (caller: string) => void charged.push(caller),
      chargeAnswer: (caller: string, bytes: number) => void answered.push([caller, bytes]),
      runInTurn: <T>(_caller: string, work: () => Promise<T>) => work(),
    };
    const app = fastify({ bodyLimit: 1_000 });
    handleErrors(app);
    const router = createRouter(app, {
      readUser: async () => FULL,
      checkAnswers: true,
      processing,
    });
    const declared = { ...base, name: 'taking', method: 'POST' } as const;
    router.route(endpoint({ ...declared, body: text, response: text }), async ({ body }) => body);
    expect((await post(app, 'application/json', '{"text":"a"}')).statusCode).toBe(200);
    expect((await post(app, 'application/json', '{"text":}')).statusCode).toBe(400);
    const name = `account ${FULL._id}`;
    expect(taken).toEqual([
      [name, 12],
      [name, 9],
    ]);
    expect(answered).toEqual([[name, '{"text":"a"}'.length]]);
    // Further work is charged where it took long.
    expect(charged.slice(0, 2)).toEqual([name, name]);
    const { length } = charged;
    isUsedUp = true;
    const refused = await post(app, 'application/json', '{"text":"a"}');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3']);
    expect(charged).toHaveLength(length);
  });

  test('of a caller without the right is not read', async () => {
    let isRead = false;
    const app = appWith((router) => {
      router.route(
        endpoint({
          ...base,
          name: 'taking',
          method: 'POST',
          access: 'user',
          body: text,
          response: text,
        }),
        async ({ body }) => body,
      );
    });
    app.addHook('preValidation', async () => {
      isRead = true;
    });
    const answer = await post(app, 'application/json', '{"text":');
    expect([answer.statusCode, isRead]).toEqual([401, false]);
  });

  test('may be as large as its endpoint declares', async () => {
    const app = appWith((router) =>
      router.route(
        endpoint({
          ...base,
          name: 'sized',
          method: 'POST',
          bodyLimitBytes: 20,
          body: text,
          response: text,
        }),
        async ({ body }) => body,
      ),
    );
    const sized = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`;
    expect((await post(app, 'application/json', sized(20))).statusCode).toBe(200);
    const large = await post(app, 'application/json', sized(21));
    expect([large.statusCode, large.json().code]).toEqual([413, 'TOO_LARGE']);
  });
});

test('cookies are set with the answer, also with one that reports a failure', async () => {
  const app = appWith((router) =>
    router.route(
      endpoint({ ...base, name: 'bake', method: 'POST', response: z.strictObject({}) }),
      async ({ cookies, setCookies }) => {
        setCookies([{ name: 'a', value: cookies.a ?? 'new', maxAgeSeconds: 60 }]);
        setCookies([{ name: 'b', value: null, maxAgeSeconds: 0 }]);
        throw new AppError('UNAVAILABLE', 'Later.', { retryAfterSeconds: 7 });
      },
    ),
  );
  const answer = await app.inject({
    method: 'POST',
    url: base.path,
    headers: { cookie: '__Host-a=old; a=planted' },
  });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '7']);
  expect(answer.headers['set-cookie']).toEqual([
    '__Host-a=old; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict',
    '__Host-b=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
  ]);
});

test('a call knows when its client has gone', async () => {
  const calls = new EventEmitter();
  const begun = once(calls, 'begun');
  const gone = once(calls, 'gone');
  const app = appWith((router) =>
    router.route(
      endpoint({ ...base, name: 'slow', method: 'GET', response: z.strictObject({}) }),
      async ({ signal }) => {
        signal.addEventListener('abort', () => calls.emit('gone'));
        calls.emit('begun');
        await gone;
        return {};
      },
    ),
  );
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = new AbortController();
  const asked = fetch(`${address}${base.path}`, { signal: client.signal }).catch(() => 'gave up');
  await begun;
  client.abort();
  expect(await asked).toBe('gave up');
  await gone;
  await app.close();
});
