import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from './metrics.ts';

async function serve() {
  const warned: string[] = [];
  const metrics = createMetrics({ warn: (_detail, message) => void warned.push(message) });
  const server = await metrics.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const read = async (path = '/metrics') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  return { metrics, warned, read };
}

test('the event loop and what modules add can be scraped', async () => {
  const { metrics, read } = await serve();
  const note = metrics.addSeconds({ name: 'test_seconds', help: 'x', labelNames: ['route'] });
  note(0.03, { route: '/api/x/:id' });
  metrics.add({ name: 'test_runs_total', help: 'x' }, () => [{ value: 5 }]);
  metrics.add({ name: 'test_depth', help: 'A queue.', labelNames: ['queue'] }, () => [
    { labels: { queue: 'a' }, value: 3 },
  ]);
  const { text } = await read();
  expect(text).toContain('test_seconds_bucket{le="0.05",route="/api/x/:id"} 1');
  expect(text).toContain('# TYPE test_runs_total counter\ntest_runs_total 5');
  expect(text).toContain('test_depth{queue="a"} 3');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect((await read('/')).status).toBe(404);
});

test('a figure that cannot be read is missing and harms no other', async () => {
  const { metrics, warned, read } = await serve();
  metrics.add({ name: 'test_broken', help: 'x' }, () => Promise.reject(new Error('away')));
  metrics.add({ name: 'test_good', help: 'x' }, () => [{ value: 1 }]);
  expect((await read()).text).toContain('test_good 1');
  expect(warned).toEqual(['a figure could not be read']);
});

test('a figure that is added again takes the place of the former', async () => {
  const { metrics, read } = await serve();
  for (const value of [1, 2]) {
    metrics.add({ name: 'test_again', help: 'x' }, () => [{ value }]);
    metrics.addSeconds({ name: 'test_seconds', help: 'x' })(value);
  }
  const { text } = await read();
  expect(text).toContain('test_again 2');
  expect(text).toContain('test_seconds_sum 2');
});
