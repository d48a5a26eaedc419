import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHealthMonitor, type HealthMonitor } from './health.ts';
import { classifyByStatus } from './http/answer.ts';
import { createHttpClient } from './http/http-client.ts';
import { holdClock, passTime } from './testing/pass-time.ts';
import { startVendor, type Vendor } from './testing/start-vendor.ts';
import { createTestEnvironment } from './testing/test-environment.ts';

let vendor: Vendor;
let monitor: HealthMonitor;
let changes: boolean[];

beforeEach(async () => {
  holdClock(Date.UTC(2026, 0, 5, 12));
  vendor = await startVendor();
  const environment = createTestEnvironment();
  const http = createHttpClient(environment, {
    exchange: 'Bitfinex',
    baseUrl: vendor.url,
    headers: {},
    limits: { default: { calls: 10_000, perMs: 60_000 } },
    classify: classifyByStatus,
    secret: undefined,
  });
  const probe = () => http.get({ kind: 'quote', path: '/status' }, (body) => body);
  monitor = createHealthMonitor(environment, http, probe);
  changes = [];
  monitor.onHealthChange(({ isOffline }) => changes.push(isOffline));
});
afterEach(async () => {
  monitor.setStream(null);
  vi.useRealTimers();
  await vendor.close();
});

test('a stream that is down while REST answers is not offline', async () => {
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

test('a stream down for 10 s while REST fails too is offline, and back when REST answers', async () => {
  vendor.answerWith(() => ({ status: 500 }));
  monitor.setStream(false);
  await passTime(9_900);
  expect(changes).toEqual([]);
  await passTime(5_000, () => changes.length > 0);
  expect(changes).toEqual([true]);
  vendor.answerWith(() => ({ body: [1] }));
  await passTime(5_000, () => changes.length > 1);
  expect(changes).toEqual([true, false]);
});

test('a stream that delivers again is online at once', async () => {
  vendor.answerWith(() => ({ status: 500 }));
  monitor.setStream(false);
  await passTime(15_000, () => changes.length > 0);
  monitor.setStream(true);
  expect(changes).toEqual([true, false]);
});

test('nothing is probed while all is well', async () => {
  monitor.setStream(true);
  await passTime(60_000);
  expect(vendor.requests).toEqual([]);
});

test('a listener that is taken off is not called', async () => {
  const received: boolean[] = [];
  const off = monitor.onHealthChange(({ isOffline }) => received.push(isOffline));
  off();
  vendor.answerWith(() => ({ status: 500 }));
  monitor.setStream(false);
  await passTime(15_000, () => changes.length > 0);
  expect(changes).toEqual([true]);
  expect(received).toEqual([]);
});
