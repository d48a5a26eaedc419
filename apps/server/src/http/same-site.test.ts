import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptCookies, readCookies } from './cookies.ts';
import { handleErrors } from './error-handler.ts';
import { createSameSiteHook } from './same-site.ts';

const OWN = 'https://app.example';
const app = fastify();
beforeAll(async () => {
  handleErrors(app);
  app.addHook(
    'onRequest',
    createSameSiteHook({
      isOwnOrigin: (origin) => origin === OWN,
      isSigned: (path) => path === '/api/webhooks/paypal',
    }),
  );
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    app.addContentTypeParser(type, { parseAs: 'string' }, (_request, _body, done) =>
      done(null, {}),
    );
  }
  app.all('/*', async (request) => ({ cookie: request.headers.cookie ?? null }));
  await app.ready();
});
afterAll(() => app.close());

type Headers = Record<string, string>;
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
    ['a program without a token', {}, 403],
    ['a program with a token', { authorization: 'Bearer x' }, 200],
  ])('%s', async (_case, headers, status) => {
    expect((await send(headers)).status).toBe(status);
  });

  test('the cookies of a program do not count', async () => {
    expect((await send({ authorization: 'Bearer x' })).body).toEqual({ cookie: null });
    expect((await send({ origin: OWN })).body).toEqual({ cookie: 'rt=secret' });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a form of type %s is refused, from a page of ours too',
    async (type) => {
      for (const headers of [{ origin: OWN }, { origin: 'https://evil.example' }]) {
        expect((await send({ ...headers, 'content-type': type })).status).toBe(403);
      }
    },
  );

  test('M29: the charts storage takes forms, by token alone, and no cookie', async () => {
    const path = '/api/1.1/charts';
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: OWN };
    expect((await send(form, { path, body: 'a=1' })).status).toBe(403);
    const byToken = await send({ ...form, authorization: 'Bearer x' }, { path, body: 'a=1' });
    expect(byToken).toEqual({ status: 200, body: { cookie: null } });
  });

  test('a call without a body needs no type', async () => {
    expect((await send({ origin: OWN }, { body: '' })).status).toBe(200);
  });

  test('reading is for everybody, and what proves itself by a signature passes', async () => {
    expect((await send({}, { method: 'GET', body: '' })).status).toBe(200);
    expect((await send({}, { path: '/api/webhooks/paypal' })).status).toBe(200);
    expect((await send({}, { path: '/api/webhooks/paypal/x' })).status).toBe(403);
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
