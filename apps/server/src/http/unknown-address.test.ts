import fastify from 'fastify';
import { expect, test } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { collectRoutes, createUnknownRefusal } from './unknown-address.ts';

async function start() {
  const app = fastify();
  const routes = collectRoutes(app);
  handleErrors(app);
  app.get('/api/things', async () => ({}));
  app.post('/api/things', async () => ({}));
  app.register(async (child) => child.delete('/api/things/:id', async () => ({})));
  app.setNotFoundHandler(createUnknownRefusal(routes));
  await app.ready();
  return app;
}

test.each([
  ['PUT', '/api/things', 405, 'GET, HEAD, POST'],
  ['PUT', '/api/things?a=1', 405, 'GET, HEAD, POST'],
  ['GET', '/api/things/7', 405, 'DELETE'],
  ['GET', '/api/things/', 404, undefined],
  ['POST', '/api/nothing', 404, undefined],
  ['OPTIONS', '/api/things', 404, undefined],
  ['POST', '/', 404, undefined],
] as const)(
  '%s %s answers %d, with the methods of the address',
  async (method, url, status, allow) => {
    const app = await start();
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, answer.headers.allow]).toEqual([status, allow]);
    if (status === 405) expect(answer.json().code).toBe('METHOD_NOT_ALLOWED');
    await app.close();
  },
);
