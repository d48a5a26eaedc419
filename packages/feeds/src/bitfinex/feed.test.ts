import { MINUTE_MS } from '@moneytrail/calendar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Feed, HistoryRequest } from '../feed.ts';
import { BTCUSD } from '../testing/instruments.ts';
import { readFixture } from '../testing/read-fixture.ts';
import { startVendor, type Vendor, type VendorAnswer } from '../testing/start-vendor.ts';
import { createTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';
import { createBitfinexFeed } from './rest.ts';

const CONF = [
  ['BTCUSD', 'AVAX:USD', 'BTCUST', 'TESTBTC:TESTUSD', 'BTCF0:USTF0', 'ODD'],
  [
    ['BTC', 'Bitcoin'],
    ['USD', 'US Dollar'],
  ],
];
let vendor: Vendor;
let environment: TestEnvironment;
let feed: Feed;

/** Answers the pair list and the given candles. */
function answerCandles(candles: (url: URL) => VendorAnswer): void {
  vendor.answerWith(({ url }) => (url.pathname.includes('/conf/') ? { body: CONF } : candles(url)));
}

function candleRequests(): string[] {
  return vendor.requests.filter((path) => path.includes('/candles/'));
}

beforeEach(async () => {
  vendor = await startVendor();
  environment = createTestEnvironment({ now: () => Date.parse('2026-01-15T12:00:00Z') });
  feed = createBitfinexFeed({ restUrl: vendor.url, isSimulated: true }, environment);
  answerCandles(() => ({ body: [] }));
});
afterEach(() => vendor.close());

const request: HistoryRequest = {
  instrument: BTCUSD,
  resolution: '1',
  fromMs: 1_678_465_200_000,
  toMs: 1_678_465_380_000,
};

test('candles have their close in the second column and are returned oldest first', async () => {
  answerCandles(() => ({ body: readFixture('bitfinex/fixtures/candles-btcusd-1m.json') }));
  expect(await feed.history(request)).toEqual([
    {
      time: 1_678_465_260_000,
      open: 20_100,
      high: 20_105,
      low: 20_090,
      close: 20_097,
      volume: 0.95234123,
    },
    {
      time: 1_678_465_320_000,
      open: 20_097,
      high: 20_125,
      low: 20_094,
      close: 20_114,
      volume: 1.43504645,
    },
  ]);
});

test('appended columns change nothing', async () => {
  answerCandles(() => ({ body: [[1_678_465_260_000, 1, 1, 1, 1, 5, 'new', null]] }));
  expect(await feed.history(request)).toHaveLength(1);
});

test('a pair with a long side is requested with a colon, a hidden pair is unknown', async () => {
  await feed.history({ ...request, instrument: { ...BTCUSD, code: 'AVAXUSD' } });
  expect(candleRequests()[0]).toContain('/candles/trade:1m:tAVAX:USD/hist');
  const hidden = feed.history({ ...request, instrument: { ...BTCUSD, code: 'TESTBTCTESTUSD' } });
  await expect(hidden).rejects.toMatchObject({ kind: 'notFound', instrument: 'TESTBTCTESTUSD' });
});

test('the list names both sides and leaves paper pairs and perpetual contracts out', async () => {
  expect(await feed.list()).toMatchObject([
    { code: 'BTCUSD', description: 'Bitcoin / US Dollar', base: 'BTC', quote: 'USD' },
    { code: 'AVAXUSD', description: 'AVAX / US Dollar', base: 'AVAX', quote: 'USD' },
    { code: 'BTCUST', base: 'BTC', quote: 'UST' },
  ]);
  expect(await feed.search('btc/us')).toHaveLength(2);
});

/** The minutes of a range with trades, oldest first, at most `cap` rows. */
function minutes(url: URL, cap: number, isQuiet: (time: number) => boolean): VendorAnswer {
  const endMs = Number(url.searchParams.get('end'));
  const rows: number[][] = [];
  const firstMs = Math.ceil(Number(url.searchParams.get('start')) / MINUTE_MS) * MINUTE_MS;
  for (let time = firstMs; time <= endMs; time += MINUTE_MS) {
    if (!isQuiet(time)) rows.push([time, 1, 1, 1, 1, 1]);
  }
  return { body: rows.slice(0, Math.min(cap, Number(url.searchParams.get('limit')))) };
}

test('ten days of minutes are read in pages of 10000, quiet minutes missing', async () => {
  const isQuiet = (time: number) => (time / MINUTE_MS) % 3 === 0;
  answerCandles((url) => minutes(url, 10_000, isQuiet));
  const fromMs = Date.parse('2026-01-01');
  const bars = await feed.history({ ...request, fromMs, toMs: fromMs + 14_400 * MINUTE_MS });
  expect(bars).toHaveLength(9_600);
  expect(candleRequests().length).toBeLessThanOrEqual(3);
});

test('a page that the vendor cuts is continued', async () => {
  answerCandles((url) => minutes(url, 5_000, () => false));
  const fromMs = Date.parse('2026-01-01');
  const bars = await feed.history({ ...request, fromMs, toMs: fromMs + 14_400 * MINUTE_MS });
  expect(bars).toHaveLength(14_400);
});

test('the page size follows the setting', async () => {
  const small = createBitfinexFeed(
    { restUrl: vendor.url, isSimulated: true, pageRows: 100 },
    environment,
  );
  answerCandles((url) => minutes(url, 100, () => false));
  const bars = await small.history({ ...request, toMs: request.fromMs + 250 * MINUTE_MS });
  expect(bars).toHaveLength(250);
  expect(candleRequests()).toHaveLength(3);
});

test('the future is not requested', async () => {
  const nowMs = environment.now();
  await feed.history({ ...request, fromMs: nowMs - MINUTE_MS, toMs: nowMs + 86_400_000 });
  expect(candleRequests()).toHaveLength(1);
  await feed.history({ ...request, fromMs: nowMs + 86_400_000, toMs: nowMs + 2 * 86_400_000 });
  expect(candleRequests()).toHaveLength(1);
});

test.each<[string, VendorAnswer, string, number]>([
  [
    'a wrong parameter under HTTP 500',
    { status: 500, body: ['error', 10_020, 'time_interval: invalid'] },
    'badRequest',
    1,
  ],
  ['the rate limit', { status: 429, body: ['error', 11_010, 'ratelimit: error'] }, 'rateLimit', 1],
  [
    'the rate limit in its other form',
    { status: 429, body: { error: 'ERR_RATE_LIMIT' } },
    'rateLimit',
    1,
  ],
  ['maintenance', { status: 503, body: ['error', 20_060, 'maintenance'] }, 'upstream', 3],
  [
    'an error array under HTTP 200',
    { status: 200, body: ['error', 10_000, 'unknown'] },
    'upstream',
    3,
  ],
  [
    'an unknown path in HTML',
    { status: 404, body: '<pre>Cannot GET /api/v2/nope</pre>' },
    'notFound',
    1,
  ],
  ['a page of a proxy', { status: 200, body: '<html>Just a moment…</html>' }, 'upstream', 3],
])('%s is told as what it is', async (_, answer, kind, attempts) => {
  answerCandles(() => answer);
  await expect(feed.history(request)).rejects.toMatchObject({
    exchange: 'Bitfinex',
    instrument: 'BTCUSD',
    kind,
  });
  expect(candleRequests()).toHaveLength(attempts);
});

test('without the list of pairs a plain code is still read', async () => {
  vendor.answerWith(({ url }) =>
    url.pathname.includes('/conf/') ? { status: 404, body: 'gone' } : { body: [] },
  );
  expect(await feed.history(request)).toEqual([]);
  await expect(
    feed.history({ ...request, instrument: { ...BTCUSD, code: 'AVAXUSD' } }),
  ).rejects.toMatchObject({ kind: 'upstream', instrument: 'AVAXUSD' });
});
