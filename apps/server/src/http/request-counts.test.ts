import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { requestCounts } from './request-counts.ts';

const HOUR_MS = 3_600_000;

test('a window ends in time although the clock of the machine is put back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let monotonicMs = 5;
  const app = fastify();
  const store = requestCounts({ monotonicMs: () => monotonicMs });
  await app.register(rateLimit, { max: 2, timeWindow: '1 minute', store });
  app.get('/', async () => 'fine');
  const ask = async (remoteAddress = '10.0.0.1') => {
    const { statusCode, headers } = await app.inject({ url: '/', remoteAddress });
    return [statusCode, headers['retry-after']];
  };
  expect(await ask()).toEqual([200, undefined]);
  expect(await ask()).toEqual([200, undefined]);
  monotonicMs += 20_000;
  vi.setSystemTime(Date.now() - HOUR_MS);
  expect(await ask()).toEqual([429, '40']);
  expect(await ask('10.0.0.2')).toEqual([200, undefined]);
  monotonicMs += 40_000;
  expect(await ask()).toEqual([200, undefined]);
});
