import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Feed, HistoryRequest, InstrumentRef } from '../feed.ts';
import { BTCUSD, EURUSD, GOOGL } from '../testing/instruments.ts';
import { readFixture } from '../testing/read-fixture.ts';
import { startVendor, type Vendor, type VendorAnswer } from '../testing/start-vendor.ts';
import { createTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';
import { createTiingoFeed } from './rest.ts';

const NOW = '2026-01-15T12:20:00Z';
let vendor: Vendor;
let environment: TestEnvironment;
let feed: Feed;

beforeEach(async () => {
  vendor = await startVendor();
  environment = createTestEnvironment({ now: () => Date.parse(NOW) });
  feed = createTiingoFeed(
    { restUrl: vendor.url, apiKey: 'secret-token', isSimulated: true },
    environment,
  );
});
afterEach(() => vendor.close());

const at = (iso: string) => Date.parse(iso);
function request(
  instrument: InstrumentRef,
  resolution: HistoryRequest['resolution'],
  from: string,
  to: string,
): HistoryRequest {
  return { instrument, resolution, fromMs: at(from), toMs: at(to) };
}
const times = (bars: { time: number }[]) => bars.map(({ time }) => new Date(time).toISOString());

test('the key is a token in a header', async () => {
  let header: unknown;
  vendor.answerWith(({ headers }) => {
    header = headers.authorization;
    return { body: [] };
  });
  await feed.history(request(GOOGL, '1D', '2015-01-01', '2015-01-05'));
  expect(header).toBe('Token secret-token');
  expect(vendor.requests.join()).not.toContain('secret-token');
});

test('a share’s day is its date, whatever zone it states', async () => {
  vendor.answerWith(() => ({ body: readFixture('tiingo/fixtures/daily-googl.json') }));
  const bars = await feed.history(request(GOOGL, '1D', '2015-01-01', '2015-01-05'));
  expect(bars).toEqual([
    {
      time: at('2015-01-02'),
      open: 532.6,
      high: 535.8,
      low: 527.88,
      close: 529.55,
      volume: 1_327_870,
    },
  ]);
});

test('days before a split are adjusted by its factor', async () => {
  const row = { open: 400, high: 404, low: 396, close: 400, volume: 10, splitFactor: 1 };
  vendor.answerWith(() => ({
    body: [
      { ...row, date: '2020-08-28T00:00:00+00:00' },
      {
        ...row,
        date: '2020-08-31T00:00:00.000Z',
        open: 100,
        high: 101,
        low: 99,
        close: 100,
        splitFactor: 4,
      },
    ],
  }));
  const bars = await feed.history(request(GOOGL, '1D', '2020-08-28', '2020-08-29'));
  expect(bars).toEqual([
    { time: at('2020-08-28'), open: 100, high: 101, low: 99, close: 100, volume: 40 },
  ]);
  expect(vendor.requests[0]).toContain('endDate=2026-01-16');
});

test('hours of a share are built from half hours and start with the session', async () => {
  vendor.answerWith(() => ({ body: readFixture('tiingo/fixtures/iex-googl-30min.json') }));
  const bars = await feed.history(request(GOOGL, '60', '2018-01-02', '2018-01-03'));
  expect(bars).toEqual([
    {
      time: at('2018-01-02T14:30:00Z'),
      open: 1057.47,
      high: 1067.345,
      low: 1054.17,
      close: 1066.945,
      volume: null,
    },
  ]);
  expect(vendor.requests[0]).toContain('resampleFreq=30min');
  expect(vendor.requests[0]).toContain('columns=open%2Chigh%2Clow%2Cclose%2Cvolume');
});

test('trades outside a share’s session are left out', async () => {
  const row = { open: 1, high: 1, low: 1, close: 1, volume: 1 };
  const dates = [
    '2025-07-01T13:29:00.000Z',
    '2025-07-01T13:30:00.000Z',
    '2025-07-01T19:59:00.000Z',
    '2025-07-01T20:00:00.000Z',
  ];
  vendor.answerWith(() => ({ body: dates.map((date) => ({ ...row, date })) }));
  const bars = await feed.history(request(GOOGL, '1', '2025-07-01', '2025-07-02'));
  expect(times(bars)).toEqual([dates[1], dates[2]]);
});

test('days of a cryptocurrency are nested one level deeper and have volume', async () => {
  vendor.answerWith(() => ({ body: readFixture('tiingo/fixtures/crypto-btcusd-1day.json') }));
  const bars = await feed.history(request(BTCUSD, '1D', '2019-05-01', '2019-05-02'));
  expect(bars).toMatchObject([
    { time: at('2019-05-01'), close: 5420.0896708474575, volume: 27749.729226739997 },
  ]);
  expect(vendor.requests[0]).toContain('tickers=btcusd');
  expect(vendor.requests[0]).toContain('resampleFreq=1day');
});

test('a currency pair has no volume; metals are requested like pairs', async () => {
  vendor.answerWith(() => ({
    body: [
      {
        date: '2019-07-01T05:30:00.000Z',
        ticker: 'eurusd',
        open: 0.7,
        high: 0.7,
        low: 0.7,
        close: 0.7,
      },
    ],
  }));
  expect(await feed.history(request(EURUSD, '15', '2019-07-01', '2019-07-02'))).toMatchObject([
    { volume: null },
  ]);
  await feed.history(
    request(
      { code: 'XAUUSD', type: 'commodity', marketHours: 'metals' },
      '15',
      '2019-07-01',
      '2019-07-02',
    ),
  );
  expect(vendor.requests[1]).toContain('/tiingo/fx/xauusd/prices');
});

test('a month of minutes is read in overlapping pages and has every minute once', async () => {
  vendor.answerWith(({ url }) => {
    const fromMs = at(url.searchParams.get('startDate') ?? '');
    const toMs = at(url.searchParams.get('endDate') ?? '') + 86_400_000;
    const rows = [];
    for (let time = fromMs; time < toMs; time += 60_000) {
      rows.push({
        date: new Date(time).toISOString(),
        open: 1,
        high: 1,
        low: 1,
        close: 1,
        volume: 1,
      });
    }
    return { body: [{ ticker: 'btcusd', priceData: rows }] };
  });
  const bars = await feed.history(request(BTCUSD, '1', '2025-12-01', '2025-12-31'));
  expect(bars).toHaveLength(30 * 1_440);
  expect(vendor.requests.length).toBeGreaterThan(5);
});

test('an unknown ticker of a currency is an empty history', async () => {
  expect(await feed.history(request(BTCUSD, '1', '2026-01-14', '2026-01-15'))).toEqual([]);
  expect(await feed.history(request(EURUSD, '1', '2026-01-14', '2026-01-15'))).toEqual([]);
});

test.each<[string, VendorAnswer, string]>([
  [
    'an unknown share',
    { status: 404, body: { detail: "Error: Ticker 'xxxx' not found" } },
    'notFound',
  ],
  ['a wrong parameter', { status: 400, body: { detail: 'Error: resampleFreq' } }, 'badRequest'],
  ['a wrong token', { status: 401, body: { detail: 'Invalid token.' } }, 'auth'],
  ['no token', { status: 403, body: { detail: 'Please supply a token' } }, 'auth'],
  ['no permission without a word', { status: 403, body: '' }, 'plan'],
  [
    'the hourly allowance',
    { status: 429, body: { detail: 'Error: You have run over your hourly request allocation.' } },
    'rateLimit',
  ],
  [
    'the monthly allowance of symbols, in plain text under HTTP 200',
    {
      status: 200,
      body: 'You have run over your 500 symbol look up for this month. Please upgrade at https://api.tiingo.com/pricing',
    },
    'plan',
  ],
])('%s is told as what it is', async (_, answer, kind) => {
  vendor.answerWith(() => answer);
  const failure = feed.history(request(GOOGL, '1D', '2025-01-01', '2025-01-05'));
  await expect(failure).rejects.toMatchObject({ exchange: 'Tiingo', instrument: 'GOOGL', kind });
  expect(vendor.requests).toHaveLength(1);
});

test('an exhausted hourly limit waits until the next clock hour', async () => {
  vendor.answerWith(() => ({ status: 429, body: { detail: 'Error: You have run over …' } }));
  await expect(
    feed.history(request(GOOGL, '1D', '2025-01-01', '2025-01-05')),
  ).rejects.toMatchObject({
    retryAfterMs: 40 * 60_000,
  });
});

test('search finds active American shares and the pairs of the list, the exact code first', async () => {
  const row = { assetType: 'Stock', isActive: true, countryCode: 'US' };
  vendor.answerWith(({ url }) => {
    if (url.pathname === '/tiingo/crypto') {
      return {
        body: [
          { ticker: 'appleusd', name: 'Apple Coin', baseCurrency: 'apple', quoteCurrency: 'usd' },
        ],
      };
    }
    return {
      body: [
        { ...row, name: 'Apple Inc', ticker: 'AAPL', openFIGIComposite: 'nan' },
        { ...row, name: 'Apple (Toronto)', ticker: 'AAPL', countryCode: 'CA' },
        { ...row, name: 'Apple Fund', ticker: 'APPLX', assetType: 'Mutual Fund' },
        { ...row, name: 'Apple of old', ticker: 'APPL', isActive: false },
        { ...row, name: 'Apple Hospitality', ticker: 'APPLE' },
      ],
    };
  });
  const found = await feed.search('apple');
  expect(found.map(({ code, type }) => [code, type])).toEqual([
    ['APPLE', 'stock'],
    ['APPLEUSD', 'crypto'],
    ['AAPL', 'stock'],
  ]);
});

test('the list has every cryptocurrency and the fixed pairs, metals at their own hours', async () => {
  vendor.answerWith(() => ({
    body: [{ ticker: 'btcusd', baseCurrency: 'btc', quoteCurrency: 'usd' }],
  }));
  const list = await feed.list();
  expect(list.find(({ code }) => code === 'BTCUSD')).toMatchObject({
    type: 'crypto',
    base: 'BTC',
    quote: 'USD',
  });
  expect(list.find(({ code }) => code === 'EURUSD')).toMatchObject({
    type: 'forex',
    marketHours: 'forex',
  });
  expect(list.find(({ code }) => code === 'XAUUSD')).toMatchObject({
    type: 'commodity',
    marketHours: 'metals',
  });
});
