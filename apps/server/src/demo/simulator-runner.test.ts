import { expect, test } from 'vitest';
import { runSimulators } from './simulator-runner.ts';

const SOON = { timeout: 30_000, interval: 100 };
const script = new URL('./testing/failing-thread.ts', import.meta.url);

test('a thread of simulators that fails is reported and started again at the same address', async () => {
  const failures: unknown[] = [];
  const log = { info: () => undefined, error: (detail: object) => void failures.push(detail) };
  const [simulator] = await runSimulators({ log, script }, ['Bitfinex'], Date.now());
  if (!simulator) throw new Error('it did not start');
  const { restUrl, faults, close } = simulator;
  const statusOf = () =>
    fetch(restUrl).then(
      ({ status }) => status,
      () => null,
    );
  expect(await statusOf()).toBe(200);
  faults.set({ down: true });
  await expect.poll(() => failures, SOON).toMatchObject([{ err: { message: 'the thread broke' } }]);
  await expect.poll(statusOf, SOON).toBe(200);
  await Promise.all([close(), close()]);
  expect(await statusOf()).toBeNull();
});

test('a thread that has ended is closed already', async () => {
  const log = { info: () => undefined, error: () => undefined };
  const [simulator] = await runSimulators({ log, script }, ['Bitfinex'], Date.now());
  simulator?.faults.set({ down: true });
  await expect.poll(() => simulator && fetch(simulator.restUrl).catch(() => null), SOON).toBeNull();
  await simulator?.close();
});

test('a thread whose anchor cannot be read fails with that error and ends', async () => {
  const log = { info: () => undefined, error: () => undefined };
  const unread = Promise.reject(new Error('the database is away'));
  const started = runSimulators({ log }, ['Bitfinex'], unread);
  await expect(started).rejects.toThrow('the database is away');
});
