import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createFakeClock } from '../lib/testing/fake-clock.ts';
import { createValueStore } from '../lib/value-store.ts';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { retryFailedQueries } from './retry-failed-queries.ts';

const failure = (status: number) => new ApiError('It failed.', { status, code: 'X' });

/** One watched query of a server that fails with a status until it is told to answer. */
function setUp(status: number) {
  const clock = createFakeClock(0);
  const isReachable = createValueStore(true);
  const toasts: string[] = [];
  const client = createQueryClient(({ text }) => toasts.push(text));
  client.setDefaultOptions({ queries: { retry: false } });
  const end = retryFailedQueries(client, { clock, random: () => 0.5, isReachable });
  const server = { isUp: false, asked: 0 };
  const observer = new QueryObserver(client, {
    queryKey: ['summary'],
    queryFn: async () => {
      server.asked += 1;
      if (!server.isUp) throw failure(status);
      return 'figures';
    },
  });
  const stop = observer.subscribe(() => {});
  return { clock, isReachable, server, observer, toasts, end: () => [stop(), end()] };
}

it('repeats a failed query after growing pauses until it succeeds', async () => {
  const { clock, server, observer, end } = setUp(503);
  await clock.advance(40_000);
  expect(observer.getCurrentResult().isError).toBe(true);
  expect(server.asked).toBeGreaterThan(3);
  expect(server.asked).toBeLessThan(10);
  server.isUp = true;
  await clock.advance(30_000);
  expect(observer.getCurrentResult().data).toBe('figures');
  const asked = server.asked;
  await clock.advance(120_000);
  expect(server.asked).toBe(asked);
  end();
});

it('repeats it at once when the server is back', async () => {
  const { clock, isReachable, server, observer, end } = setUp(0);
  isReachable.set(false);
  await clock.advance(60_000);
  server.isUp = true;
  isReachable.set(true);
  await clock.advance(1);
  expect(observer.getCurrentResult().data).toBe('figures');
  end();
});

it('does not repeat a refusal', async () => {
  const { clock, isReachable, server, end } = setUp(403);
  await clock.advance(60_000);
  isReachable.set(false);
  isReachable.set(true);
  await clock.advance(60_000);
  expect(server.asked).toBe(1);
  end();
});

it('reports a failure once, however often it recurs, and again after a success', async () => {
  const { clock, server, observer, toasts, end } = setUp(503);
  await clock.advance(40_000);
  expect(server.asked).toBeGreaterThan(3);
  expect(toasts).toEqual(['It failed.']);
  server.isUp = true;
  await clock.advance(30_000);
  expect(observer.getCurrentResult().data).toBe('figures');
  server.isUp = false;
  await observer.refetch();
  await clock.advance(40_000);
  expect(toasts).toEqual(['It failed.', 'It failed.']);
  end();
});
