import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHealthMonitor, type HealthMonitor } from './health.ts';
import { createMemoryAdmission } from './http/admission.ts';
import { classifyByStatus } from './http/answer.ts';
import { createHttpClient, type HttpClientOptions } from './http/http-client.ts';
import { holdClock, passTime, settle } from './testing/pass-time.ts';
import { startVendor, type Vendor } from './testing/start-vendor.ts';
import { createTestEnvironment } from './testing/test-environment.ts';

let vendor: Vendor;
let monitor: HealthMonitor;
let changes: boolean[];
let read: () => Promise<unknown>;
let readElsewhere: typeof read;

beforeEach(async () => {
  holdClock(Date.UTC(2026, 0, 5, 12));
  vendor = await startVendor();
  const environment = createTestEnvironment();
  const options: HttpClientOptions = {
    exchange: 'Bitfinex',
    baseUrl: vendor.url,
    headers: {},
    limits: { default: { calls: 10_000, perMs: 60_000 } },
    classify: classifyByStatus,
    secret: undefined,
    admission: createMemoryAdmission(environment),
  };
  const http = createHttpClient(environment, options);
  const ofOtherProcess = createHttpClient(environment, options);
  const probe = () =>
    http.get({ kind: 'quote', isHealthCheck: true, path: '/status' }, (body) => body);
  read = () => http.get({ kind: 'quote', path: '/prices' }, (body) => body);
  readElsewhere = () => ofOtherProcess.get({ kind: 'quote', path: '/prices' }, (body) => body);
  monitor = createHealthMonitor(environment, http, probe);
  changes = [];
  monitor.onHealthChange(({ isOffline }) => changes.push(isOffline));
});
afterEach(async () => {
  monitor.setStream(null);
  vi.useRealTimers();
  await vendor.close();
});

test('a feed whose stream is down while REST answers is not offline', async () => {
  monitor.setStream(false);
  await passTime(60_000);
  expect(changes).toEqual([]);
  expect(vendor.requests.length).toBeGreaterThan(2);
});

test.each([401, 402, 429])('a vendor that refuses with HTTP %i is not offline', async (status) => {
  vendor.answerWith(() => ({ status }));
  monitor.setStream(false);
  await passTime(60_000);
  expect(changes).toEqual([]);
});

test('a stream that is down while REST fails too is offline within 3 s, and back when REST answers', async () => {
  vendor.answerWith(() => ({ status: 500 }));
  monitor.setStream(false);
  await passTime(1_400);
  expect(changes).toEqual([]);
  await passTime(1_600, () => changes.length > 0);
  expect(changes).toEqual([true]);
  vendor.answerWith(() => ({ body: [1] }));
  await passTime(5_000, () => changes.length > 1);
  expect(changes).toEqual([true, false]);
});

test('a stream that is down while REST is silent is offline within 8 s', async () => {
  vendor.answerWith(() => null);
  monitor.setStream(false);
  await passTime(8_000, () => changes.length > 0);
  expect(changes).toEqual([true]);
});

test('one lost request while the stream reconnects is not offline', async () => {
  vendor.answerWith((_, index) => (index === 0 ? { status: 502 } : { body: [1] }));
  monitor.setStream(false);
  await passTime(10_000);
  expect(changes).toEqual([]);
});

test('REST that fails after a probe succeeded is offline within 3 s while the stream is down', async () => {
  monitor.setStream(false);
  await passTime(5_000, () => monitor.health().lastSuccessMs !== null);
  vendor.answerWith(() => ({ status: 500 }));
  const failsAtMs = Date.now();
  await settle(read().catch(() => undefined));
  await passTime(20_000, () => changes.length > 0);
  expect([changes, Date.now() - failsAtMs < 3_000]).toEqual([[true], true]);
});

test('without a stream, failing calls are offline within 3 s, and back with a successful probe', async () => {
  vendor.answerWith(() => ({ status: 503 }));
  await settle(read().catch(() => undefined));
  await passTime(3_000, () => changes.length > 0);
  expect(changes).toEqual([true]);
  vendor.answerWith(() => ({ body: [1] }));
  await passTime(5_000, () => changes.length > 1);
  expect(changes).toEqual([true, false]);
});

test('without a stream, calls that fail after 0.3 s are offline within 2 s', async () => {
  vendor.answerWith(
    () => new Promise((resolve) => setTimeout(() => resolve({ status: 503 }), 300)),
  );
  const reading = read().catch(() => undefined);
  await passTime(2_000, () => changes.length > 0);
  expect(changes).toEqual([true]);
  await settle(reading);
});

test.each([false, null])(
  'an outage is not ended by a call that happens to succeed (stream: %s)',
  async (isStreamUp) => {
    vendor.answerWith(() => ({ status: 503 }));
    monitor.setStream(isStreamUp);
    await settle(read().catch(() => undefined));
    await passTime(5_000, () => changes.length > 0);
    vendor.answerWith(({ url }) => (url.pathname === '/prices' ? { body: [1] } : { status: 503 }));
    await settle(read());
    await passTime(5_000);
    expect(changes).toEqual([true]);
  },
);

test('a vendor that is back is online within 5 s, although another process closes the breaker', async () => {
  vendor.answerWith(() => ({ status: 503 }));
  for (let calls = 0; calls < 5; calls++) await settle(read().catch(() => undefined));
  await passTime(60_000, () => vendor.requests.length > 13);
  vendor.answerWith(() => ({ body: [1] }));
  const reads: Promise<unknown>[] = [];
  await passTime(4_980, () => {
    reads.push(readElsewhere().catch(() => undefined));
    return changes.length > 1;
  });
  expect(changes).toEqual([true, false]);
  await settle(Promise.all(reads));
});

test('a probe that ends after the stream is back does not count at the next outage', async () => {
  const answers: (() => void)[] = [];
  vendor.answerWith(() => new Promise((resolve) => answers.push(() => resolve({ status: 502 }))));
  monitor.setStream(false);
  await passTime(5_000, () => answers.length > 0);
  monitor.setStream(true);
  answers[0]?.();
  await passTime(5_000, () => monitor.health().lastError !== null);
  vendor.answerWith((_, index) => (index === 1 ? { status: 502 } : { body: [1] }));
  monitor.setStream(false);
  await passTime(5_000, () => vendor.requests.length > 2);
  expect([changes, vendor.requests.length]).toEqual([[], 3]);
});

test('failing calls are not offline while the stream is up or the cheapest call succeeds', async () => {
  vendor.answerWith(({ url }) => (url.pathname === '/status' ? { body: [1] } : { status: 500 }));
  await settle(read().catch(() => undefined));
  await passTime(10_000);
  vendor.answerWith(() => ({ status: 500 }));
  monitor.setStream(true);
  await settle(read().catch(() => undefined));
  await passTime(10_000);
  expect(changes).toEqual([]);
});

test('a stream that delivers again is online at once', async () => {
  vendor.answerWith(() => ({ status: 500 }));
  monitor.setStream(false);
  await passTime(15_000, () => changes.length > 0);
  monitor.setStream(true);
  expect(changes).toEqual([true, false]);
});

test('there are no probes while all is well', async () => {
  monitor.setStream(true);
  await passTime(60_000);
  expect(vendor.requests).toEqual([]);
});

test('a removed listener is not called', async () => {
  const received: boolean[] = [];
  const off = monitor.onHealthChange(({ isOffline }) => received.push(isOffline));
  off();
  vendor.answerWith(() => ({ status: 500 }));
  monitor.setStream(false);
  await passTime(15_000, () => changes.length > 0);
  expect(changes).toEqual([true]);
  expect(received).toEqual([]);
});
