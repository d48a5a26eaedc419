import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Feed, LiveSource } from '../feed.ts';
import { AAPL, BTCUSD, EURUSD, GOOGL } from '../testing/instruments.ts';
import { holdClock, passTime, settle } from '../testing/pass-time.ts';
import { type LiveRecord, recordLive } from '../testing/record-live.ts';
import { startVendor, type Vendor } from '../testing/start-vendor.ts';
import { createTestEnvironment } from '../testing/test-environment.ts';
import { createFmpFeed } from './rest.ts';

const START_MS = Date.UTC(2026, 0, 5, 16);
let vendor: Vendor;
let feed: Feed;
let record: LiveRecord;
let live: LiveSource;

beforeEach(async () => {
  holdClock(START_MS);
  vendor = await startVendor();
  feed = createFmpFeed({ restUrl: vendor.url, isSimulated: false }, createTestEnvironment());
  record = recordLive();
  live = feed.live(record);
});
afterEach(async () => {
  await settle(live.close());
  await vendor.close();
  vi.useRealTimers();
});

const quote = (symbol: string) => ({
  symbol,
  price: 1,
  timestamp: Math.floor(Date.now() / 1_000),
  volume: 5,
});

test('all instruments are polled together every 2 s', async () => {
  vendor.answerWith(() => ({ body: [quote('AAPL'), quote('BTCUSD')] }));
  live.follow([AAPL, BTCUSD]);
  await passTime(20_000, () => vendor.requests.length === 6);
  expect(vendor.requests.every((path) => path === '/batch-quote?symbols=AAPL%2CBTCUSD')).toBe(true);
  expect(Date.now() - START_MS).toBeGreaterThanOrEqual(10_000);
  expect(Date.now() - START_MS).toBeLessThan(12_000);
});

test('the volume of an index that is sent as zero is none; other growth of zero is one', async () => {
  let price = 1;
  vendor.answerWith(() => {
    price += 1;
    return { body: ['^VIX', 'AAPL'].map((symbol) => ({ ...quote(symbol), price, volume: 0 })) };
  });
  live.follow([AAPL, { ...AAPL, code: '^VIX', type: 'index' }]);
  await passTime(20_000, () => record.ticks.length >= 4);
  const [index, stock] = record.ticks.slice(2);
  expect(index).toMatchObject({ code: '^VIX' });
  expect(index).not.toHaveProperty('volume');
  expect(stock).toMatchObject({ code: 'AAPL', volume: 0 });
});

test('without batches a few codes are polled one by one in turn', async () => {
  vendor.answerWith(({ url }) =>
    url.pathname === '/batch-quote'
      ? { status: 402, body: 'Restricted Endpoint' }
      : { body: [quote(url.searchParams.get('symbol') ?? '')] },
  );
  live.follow([AAPL, BTCUSD, EURUSD, GOOGL]);
  await passTime(20_000, () => new Set(record.ticks.map(({ code }) => code)).size === 4);
  expect(new Set(record.ticks.map(({ code }) => code)).size).toBe(4);
  expect(vendor.requests.filter((path) => path.startsWith('/batch-quote'))).toHaveLength(1);
  expect(record.lost).toEqual([]);
});

test('a small plan without batches polls every code in turn at an even pace', async () => {
  await settle(live.close());
  const callLimit = { calls: 60, perMs: 60_000 };
  const settings = { restUrl: vendor.url, isSimulated: false, callLimit };
  live = createFmpFeed(settings, createTestEnvironment()).live(record);
  const askedAtMs: number[] = [];
  vendor.answerWith(({ url }) => {
    if (url.pathname === '/batch-quote') return { status: 402, body: 'Restricted Endpoint' };
    askedAtMs.push(Date.now());
    return { body: [quote(url.searchParams.get('symbol') ?? '')] };
  });
  const codes = Array.from({ length: 120 }, (_, index) => `S${index}`);
  live.follow(codes.map((code) => ({ ...AAPL, code })));
  // 60 calls a minute leave 19 for quotes, of which 95 % are used: one in 3.3 s.
  await passTime(150 * 3_400);
  expect(record.lost).toEqual([]);
  expect(record.connected).toEqual([null]);
  expect(new Set(record.ticks.map(({ code }) => code)).size).toBe(120);
  // The refused call used up one of the first minute's calls, which delays others for a while.
  const steadyMs = askedAtMs.filter((atMs) => atMs > START_MS + 180_000);
  const pausesMs = steadyMs.slice(1).map((atMs, index) => atMs - (steadyMs[index] ?? 0));
  expect(Math.max(...pausesMs)).toBeLessThan(3_500);
  const refused = vendor.requests.filter((path) => path.startsWith('/batch-quote'));
  expect(refused).toHaveLength(1);
});

test('reading history up to the plan’s limit does not delay live quotes', async () => {
  vendor.answerWith(({ url }) => ({
    body: url.pathname === '/batch-quote' ? [quote('AAPL')] : [],
  }));
  live.follow([AAPL]);
  const reading = Array.from({ length: 160 }, () =>
    feed
      .history({ instrument: AAPL, resolution: '1D', fromMs: 0, toMs: 86_400_000 })
      .catch(() => []),
  );
  await passTime(30_000);
  expect(record.lost).toEqual([]);
  expect(record.ticks.length).toBeGreaterThan(10);
  const history = vendor.requests.filter((path) => path.startsWith('/historical'));
  expect(history).toHaveLength(144);
  await settle(Promise.all(reading));
});

test('one failed round is no interruption, five seconds of failures are', async () => {
  let isBroken = false;
  vendor.answerWith(() => (isBroken ? { status: 404, body: 'gone' } : { body: [quote('AAPL')] }));
  live.follow([AAPL]);
  await passTime(5_000, () => record.ticks.length > 0);
  isBroken = true;
  await passTime(4_000);
  expect(record.lost).toEqual([]);
  await passTime(6_000, () => record.lost.length > 0);
  expect(record.lost).toEqual(['FMP: HTTP 404, gone']);
  isBroken = false;
  await passTime(5_000, () => record.connected.length === 2);
  expect(record.connected).toEqual([null, expect.any(Number)]);
});
