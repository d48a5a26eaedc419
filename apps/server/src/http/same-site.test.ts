import { endpoint, rawBody } from '@moneytrail/contract';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { acceptCookies, readCookies } from './cookies.ts';
import { handleErrors } from './error-handler.ts';
import { createRouter } from './route.ts';
import { TAKES_FORMS } from './route-config.ts';
import { createSameSiteHook } from './same-site.ts';

const OWN = 'https://app.example';
const cookieSeen = z.strictObject({ cookie: z.nullable(z.string()) });
const base = { summary: 'Is there for a test.', access: 'public', response: cookieSeen } as const;
const FORM_PATH = '/api/charts';
const SIGNED_PATH = '/api/notices';

const app = fastify();
beforeAll(async () => {
  handleErrors(app);
  app.addHook(
    'onRequest',
    createSameSiteHook({ isOwn: (origin) => origin === OWN, isPartner: () => false }),
  );
  const router = createRouter(app, { readUser: async () => null, checkAnswers: true });
  const tell = async ({ headers }: { headers: { cookie?: string | undefined } }) => ({
    cookie: headers.cookie ?? null,
  });
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const) {
    router.route(endpoint({ ...base, name: method, method, path: '/api/auth/refresh' }), tell);
  }
  const method = 'POST';
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  app.post(FORM_PATH, { config: TAKES_FORMS }, tell);
  const notice = { ...base, name: 'signed', method, path: SIGNED_PATH, isSigned: true } as const;
  router.route(endpoint({ ...notice, bodyKind: 'raw', body: rawBody }), tell);
  expect(() => router.route(endpoint(notice), tell)).toThrow('is signed and needs a raw body');
  await app.ready();
});
afterAll(() => app.close());

type Headers = Record<string, string>;
/** Sends a request with a cookie, as a browser would add it. */
async function send(
  headers: Headers,
  { path = '/api/auth/refresh', method = 'POST', body = '{}' } = {},
) {
  const type: Headers = body === '' ? {} : { 'content-type': 'application/json' };
  const response = await app.inject({
    method: method as 'POST',
    url: path,
    headers: { cookie: 'rt=secret', ...type, ...headers },
    ...(body === '' ? {} : { payload: body }),
  });
  return { status: response.statusCode, body: response.json() };
}

describe('C26: changes asked for by other sites', () => {
  test.each<[string, Headers, number]>([
    ['a page of ours, by its fetch metadata', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a page of ours, by its origin', { origin: OWN }, 200],
    ['a sub-domain of ours', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['an origin that only looks like ours', { origin: 'https://app.example.evil.example' }, 403],
    ['ours on plain http', { origin: 'http://app.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    [
      'another site with a token',
      { origin: 'https://evil.example', authorization: 'Bearer x' },
      403,
    ],
    ['the fetch of Node', { 'sec-fetch-mode': 'cors' }, 200],
    ['a program without a token', {}, 200],
    ['a program with a token', { authorization: 'Bearer x' }, 200],
  ])('%s', async (_case, headers, status) => {
    expect((await send(headers)).status).toBe(status);
  });

  test('the cookies of a program count beside a JSON body alone, which no foreign page can send unasked', async () => {
    expect((await send({})).body).toEqual({ cookie: 'rt=secret' });
    expect((await send({ origin: OWN })).body).toEqual({ cookie: 'rt=secret' });
    expect((await send({}, { body: '' })).body).toEqual({ cookie: null });
    expect((await send({ authorization: 'Bearer x' })).body).toEqual({ cookie: null });
  });

  test.each<[string, Headers, string]>([
    ['Origin', { origin: 'https://evil.example' }, FORM_PATH],
    ['Origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }, '/api/auth/refresh'],
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }, '/api/auth/refresh'],
    ['Content-Type', { 'content-type': 'text/plain' }, '/api/auth/refresh'],
    ['Authorization', {}, FORM_PATH],
  ])('a refusal names the header %s of %j', async (name, headers, path) => {
    const { status, body } = await send(headers, { path });
    expect([status, body.code, body.message]).toEqual([
      403,
      'FORBIDDEN',
      expect.stringContaining(`the header ${name} `),
    ]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a form of type %s is refused, from a page of ours too',
    async (type) => {
      for (const headers of [{ origin: OWN }, { origin: 'https://evil.example' }, {}]) {
        expect((await send({ ...headers, 'content-type': type })).status).toBe(403);
      }
    },
  );

  test('M29: a form identifies its caller by token, and by cookie only from a page of ours', async () => {
    const path = FORM_PATH;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const token = { authorization: 'Bearer x' };
    const outcomes = [
      [{ origin: OWN }, { status: 200, body: { cookie: 'rt=secret' } }],
      [{ 'sec-fetch-site': 'same-origin' }, { status: 200, body: { cookie: 'rt=secret' } }],
      [token, { status: 200, body: { cookie: null } }],
      [{}, { status: 403 }],
      [{ 'sec-fetch-site': 'same-site', ...token }, { status: 403 }],
      [{ origin: 'https://evil.example', ...token }, { status: 403 }],
    ] as const;
    for (const [headers, outcome] of outcomes) {
      expect(await send({ ...form, ...headers }, { path, body: 'a=1' })).toMatchObject(outcome);
    }
    // Only the declaration counts: no path makes a form of what takes JSON.
    const asForm = { ...form, origin: OWN, ...token };
    expect((await send(asForm, { body: 'a=1' })).status).toBe(403);
  });

  test('a call without a body needs no type', async () => {
    expect((await send({ origin: OWN }, { body: '' })).status).toBe(200);
  });

  test('reads pass from any site, and signed requests pass without a cookie', async () => {
    expect((await send({}, { method: 'GET', body: '' })).status).toBe(200);
    for (const headers of [{}, { origin: 'https://provider.example' }, { origin: OWN }]) {
      expect(await send(headers, { path: SIGNED_PATH })).toEqual({
        status: 200,
        body: { cookie: null },
      });
    }
  });

  test('an address without a route is 404, whatever is sent there', async () => {
    const foreign = { origin: 'https://evil.example', 'content-type': 'text/plain' };
    for (const headers of [{}, foreign]) {
      expect((await send(headers, { path: `${SIGNED_PATH}/x` })).status).toBe(404);
    }
  });

  test.each(['PATCH', 'DELETE', 'PUT'])('%s is a change', async (method) => {
    expect((await send({ 'sec-fetch-site': 'cross-site' }, { method })).status).toBe(403);
  });
});

test('C17: on https a cookie without the host prefix is as if it were not there', async () => {
  const cookies = fastify();
  acceptCookies(cookies);
  cookies.get('/https', async (request) => readCookies(request, true));
  cookies.get('/http', async (request) => readCookies(request, false));
  const read = async (url: string) => {
    const headers = { cookie: 'rt=planted; __Host-rt=own; a=b=c' };
    return (await cookies.inject({ url, headers })).json();
  };
  expect(await read('/https')).toEqual({ rt: 'own' });
  expect(await read('/http')).toEqual({ rt: 'planted', '__Host-rt': 'own', a: 'b=c' });
});
