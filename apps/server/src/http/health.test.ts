import { getFeedHealth, getLiveness, getReadiness } from '@moneytrail/contract';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { healthRoutes } from './health.ts';
import { createRouter } from './route.ts';

const on = { isOffline: false, isSimulated: false };

type Checks = Record<string, () => Promise<unknown>>;

function appWith(needed: Checks, others: Checks = {}) {
  const app = fastify();
  handleErrors(app);
  const router = createRouter(app, { readUser: async () => null, checkAnswers: true });
  const feeds = {
    BVG: on,
    FMP: { ...on, isOffline: true },
    Bitfinex: on,
    Tiingo: on,
    Imported: on,
  };
  const checks = { needed, others };
  healthRoutes(router, { checks, feeds: () => feeds, log: { warn: () => undefined } });
  return app;
}

const works = async () => 'fine';

test('a process that can serve is ready', async () => {
  const answer = await appWith({ database: works, bus: works }).inject(getReadiness.path);
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
});

test('a failing or hanging check is named without its cause, and liveness stays ok', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const app = appWith({
    database: () => Promise.reject(new Error('password authentication failed for secret')),
    bus: () => new Promise(() => undefined),
    jobs: works,
  });
  await app.ready();
  const asked = app.inject(getReadiness.path);
  await vi.advanceTimersByTimeAsync(2_001);
  const answer = await asked;
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE', message: 'Not ready: database, bus' });
  expect((await app.inject(getLiveness.path)).statusCode).toBe(200);
});

test('a process without what all processes share is ready, and says that it is degraded', async () => {
  const gone = () => Promise.reject(new Error('no connection'));
  const answer = await appWith({ database: works }, { bus: gone, jobs: works }).inject(
    getReadiness.path,
  );
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { status: 'degraded', failing: ['bus'] },
  ]);
  const neither = await appWith({ database: gone }, { bus: gone }).inject(getReadiness.path);
  expect(neither.json()).toMatchObject({ message: 'Not ready: database, bus' });
});

test('the state of every feed can be read', async () => {
  const answer = await appWith({}).inject(getFeedHealth.path);
  expect(answer.json()).toMatchObject({ FMP: { isOffline: true }, BVG: { isOffline: false } });
});
