import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Feed, HistoryRequest } from '../feed.ts';
import { AAPL, BTCUSD, EURUSD } from '../testing/instruments.ts';
import { readFixture } from '../testing/read-fixture.ts';
import { startVendor, type Vendor, type VendorAnswer } from '../testing/start-vendor.ts';
import { createTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';
import { createFmpFeed } from './rest.ts';

let vendor: Vendor;
let environment: TestEnvironment;
let feed: Feed;

beforeEach(async () => {
  vendor = await startVendor();
  environment = createTestEnvironment({ now: () => Date.parse('2026-01-15T12:00:00Z') });
  feed = createFmpFeed(
    { restUrl: `${vendor.url}/stable`, apiKey: 'secret-key', isSimulated: true },
    environment,
  );
});
afterEach(() => vendor.close());

const at = (iso: string) => Date.parse(iso);
const day = (date: string): HistoryRequest => ({
  instrument: AAPL,
  resolution: '1D',
  fromMs: at(date),
  toMs: at(date) + 86_400_000,
});

test('the key goes in a header and never into the address', async () => {
  let header: unknown;
  vendor.answerWith(({ headers }) => {
    header = headers.apikey;
    return { body: [] };
  });
  await feed.history(day('2025-02-04'));
  expect(header).toBe('secret-key');
  expect(vendor.requests.join()).not.toContain('secret-key');
});

test('days have their trading date, oldest first', async () => {
  vendor.answerWith(() => ({
    body: readFixture('fmp/fixtures/historical-price-eod-full-aapl.json'),
  }));
  const bars = await feed.history({ ...day('2025-02-03'), toMs: at('2025-02-05') });
  expect(bars).toEqual([
    {
      time: at('2025-02-03'),
      open: 229.99,
      high: 231.83,
      low: 225.7,
      close: 228.01,
      volume: 73063301,
    },
    {
      time: at('2025-02-04'),
      open: 227.2,
      high: 233.13,
      low: 226.65,
      close: 232.8,
      volume: 44489128,
    },
  ]);
});

test('minutes are read by column names and only within a share’s session', async () => {
  vendor.answerWith(() => ({ body: readFixture('fmp/fixtures/historical-chart-1min-aapl.json') }));
  const bars = await feed.history({ ...day('2025-02-04'), resolution: '1' });
  expect(bars.map(({ time }) => new Date(time).toISOString())).toEqual([
    '2025-02-04T14:30:00.000Z',
    '2025-02-04T20:59:00.000Z',
  ]);
  expect(bars[1]).toMatchObject({ open: 233.01, high: 233.13, low: 232.72, close: 232.79 });
});

test('forty years of days are requested in windows below the vendor’s 5000 rows', async () => {
  const dayMs = 86_400_000;
  vendor.answerWith(({ url }) => {
    const fromMs = at(url.searchParams.get('from') ?? '');
    const toMs = at(url.searchParams.get('to') ?? '');
    const rows = [];
    for (let ms = toMs; ms >= fromMs; ms -= dayMs) {
      const date = new Date(ms).toISOString().slice(0, 10);
      rows.push({ date, open: 1, high: 1, low: 1, close: 1, volume: 1 });
    }
    return { body: rows.slice(0, 5_000) };
  });
  const request: HistoryRequest = {
    instrument: BTCUSD,
    resolution: '1D',
    fromMs: at('1986-01-01'),
    toMs: at('2026-01-01'),
  };
  const bars = await feed.history(request);
  expect(bars).toHaveLength((request.toMs - request.fromMs) / dayMs);
  expect(vendor.requests).toHaveLength(3);
});

test('a cut answer is continued from where it ended', async () => {
  const dates = ['2025-02-07', '2025-02-06', '2025-02-05', '2025-02-04', '2025-02-03'];
  vendor.answerWith(({ url }) => {
    const to = url.searchParams.get('to') ?? '';
    const rows = dates.filter((date) => date <= to).slice(0, 2);
    return { body: rows.map((date) => ({ date, open: 1, high: 1, low: 1, close: 1 })) };
  });
  const small = createFmpFeed({ restUrl: vendor.url, isSimulated: true, pageRows: 2 }, environment);
  const bars = await small.history({ ...day('2025-02-03'), toMs: at('2025-02-08') });
  expect(bars.map(({ time }) => time)).toEqual(dates.map((date) => at(date)).reverse());
});

test('quarter hours of a currency pair are built from five minutes if the vendor has none', async () => {
  vendor.answerWith(({ url }) => {
    if (url.pathname.endsWith('15min')) return { body: [] };
    const minutes = ['12:10:00', '12:05:00', '12:00:00'];
    return {
      body: minutes.map((minute, index) => ({
        date: `2025-07-24 ${minute}`,
        open: index + 1,
        high: index + 2,
        low: index,
        close: index + 1,
        volume: 10,
      })),
    };
  });
  const request: HistoryRequest = {
    instrument: EURUSD,
    resolution: '15',
    fromMs: at('2025-07-24T16:00:00Z'),
    toMs: at('2025-07-24T17:00:00Z'),
  };
  const built = [
    { time: at('2025-07-24T16:00:00Z'), open: 3, high: 4, low: 0, close: 1, volume: 30 },
  ];
  expect(await feed.history(request)).toEqual(built);
  expect(await feed.history(request)).toEqual(built);
  const paths = vendor.requests.map((path) => path.split('?')[0]);
  expect(paths).toEqual([
    '/stable/historical-chart/15min',
    '/stable/historical-chart/5min',
    '/stable/historical-chart/5min',
  ]);
});

test('an unknown symbol and a quiet range are an empty history', async () => {
  expect(await feed.history(day('2025-02-04'))).toEqual([]);
});

test('rows that are not understood are dropped and counted', async () => {
  const good = { date: '2025-02-04', open: 1, high: 1, low: 1, close: 1, volume: 1 };
  vendor.answerWith(() => ({ body: [good, { ...good, open: 'n/a' }, null] }));
  expect(await feed.history(day('2025-02-04'))).toHaveLength(1);
  expect(environment.reports[0]).toMatchObject({
    message: 'rows dropped',
    detail: { dropped: 2, of: 3 },
  });
});

test('an answer without any understood row is a failure', async () => {
  vendor.answerWith(() => ({ body: [{ when: 'yesterday' }] }));
  await expect(feed.history(day('2025-02-04'))).rejects.toMatchObject({
    kind: 'upstream',
    instrument: 'AAPL',
  });
});

const errors = readFixture('fmp/fixtures/errors.json') as Record<string, unknown>;
test.each<[string, VendorAnswer, string]>([
  ['a wrong key', { status: 401, body: errors.invalidKey }, 'auth'],
  ['a wrong key under HTTP 200', { status: 200, body: errors.invalidKey }, 'auth'],
  ['a symbol outside the plan, as plain text', { status: 402, body: errors.premiumText }, 'plan'],
  ['an endpoint outside the plan', { status: 402, body: errors.exclusive }, 'plan'],
  ['an endpoint outside the plan under HTTP 200', { status: 200, body: errors.exclusive }, 'plan'],
  ['the old interface', { status: 403, body: errors.legacy }, 'plan'],
  ['a used-up limit', { status: 429, body: errors.limit }, 'rateLimit'],
  ['a used-up limit under HTTP 200', { status: 200, body: errors.limit }, 'rateLimit'],
  [
    'an error without a known text',
    { status: 200, body: { 'Error Message': 'Wrong.' } },
    'badRequest',
  ],
])('%s is told as what it is', async (_, answer, kind) => {
  vendor.answerWith(() => answer);
  const failure = feed.history(day('2025-02-04'));
  await expect(failure).rejects.toMatchObject({ exchange: 'FMP', instrument: 'AAPL', kind });
  expect(vendor.requests).toHaveLength(1);
});

test('an exhausted limit waits a third of its minute, as the vendor names no time', async () => {
  vendor.answerWith(() => ({ status: 429, body: errors.limit }));
  await expect(feed.history(day('2025-02-04'))).rejects.toMatchObject({ retryAfterMs: 20_000 });
});

test('the list has currencies, pairs, commodities, indices and shares, and states prices in cents', async () => {
  const lists: Record<string, unknown> = {
    '/stable/cryptocurrency-list': [{ symbol: 'BTCUSD', name: 'Bitcoin USD', exchange: 'CCC' }],
    '/stable/forex-list': [
      {
        symbol: 'ARSMXN',
        fromCurrency: 'ARS',
        toCurrency: 'MXN',
        fromName: 'Argentine Peso',
        toName: 'Mexican Peso',
      },
    ],
    '/stable/commodities-list': [
      {
        symbol: 'HEUSX',
        name: 'Lean Hogs Futures',
        exchange: null,
        tradeMonth: 'Dec',
        currency: 'USX',
      },
    ],
    '/stable/index-list': [
      { symbol: '^GSPC', name: 'S&P 500', exchange: 'SNP', currency: 'USD' },
      { symbol: '^FTSE', name: 'FTSE 100', exchange: 'LSE', currency: 'GBP' },
    ],
    '/stable/actively-trading-list': [
      { symbol: 'AAPL', name: 'Apple Inc.' },
      { symbol: 'VOD.L', name: 'Vodafone Group' },
    ],
  };
  vendor.answerWith(({ url }) => ({ body: lists[url.pathname] }));
  expect(await feed.list()).toMatchObject([
    { code: 'BTCUSD', type: 'crypto', marketHours: 'crypto', base: 'BTC', quote: 'USD' },
    {
      code: 'ARSMXN',
      type: 'forex',
      marketHours: 'forex',
      description: 'Argentine Peso / Mexican Peso',
    },
    { code: 'HEUSX', type: 'commodity', description: 'Lean Hogs Futures, Dec (in US cents)' },
    { code: '^GSPC', type: 'index', marketHours: 'us-stocks' },
    { code: '^FTSE', type: 'index', marketHours: 'forex' },
    { code: 'AAPL', type: 'stock', marketHours: 'us-stocks' },
    { code: 'VOD.L', type: 'stock', marketHours: 'xlon' },
  ]);
});

test('a list outside the plan is left out; any other failure fails the whole list', async () => {
  vendor.answerWith(({ url }) =>
    url.pathname.endsWith('index-list')
      ? { status: 402, body: errors.exclusive }
      : { body: url.pathname.endsWith('cryptocurrency-list') ? [{ symbol: 'BTCUSD' }] : [] },
  );
  expect(await feed.list()).toHaveLength(1);
  vendor.answerWith(({ url }) =>
    url.pathname.endsWith('index-list') ? { status: 401, body: errors.invalidKey } : { body: [] },
  );
  await expect(feed.list()).rejects.toMatchObject({ kind: 'auth' });
});

test('search combines symbols and names without duplicates, and keeps foreign suffixes', async () => {
  const apple = { symbol: 'AAPL', name: 'Apple Inc.', currency: 'USD', exchange: 'NASDAQ' };
  const naspers = { symbol: 'NPN.JO', name: 'Naspers', currency: 'ZAc', exchange: 'JNB' };
  const coin = {
    symbol: 'AAGUSD',
    name: 'AAG USD',
    currency: 'USD',
    exchangeFullName: 'CCC',
    exchange: 'CRYPTO',
  };
  vendor.answerWith(({ url }) => ({
    body: url.pathname.endsWith('search-symbol') ? [apple, naspers] : [apple, coin],
  }));
  expect(await feed.search('a')).toMatchObject([
    { code: 'AAPL', type: 'stock', marketHours: 'us-stocks' },
    {
      code: 'NPN.JO',
      type: 'stock',
      marketHours: 'xjse',
      description: 'Naspers (in South African cents)',
    },
    { code: 'AAGUSD', type: 'crypto', marketHours: 'crypto' },
  ]);
  expect(await feed.search('  ')).toEqual([]);
});

test('a foreign share has the hours of its exchange, an unknown exchange the whole week', async () => {
  const shares = [
    ['VOD.L', 'LSE', 'xlon'],
    ['SHOP.TO', 'TSX', 'xtse'],
    ['SAP.DE', 'XETRA', 'xetr'],
    ['MC.PA', 'PAR', 'xpar'],
    ['ASML.AS', 'AMS', 'xams'],
    ['9988.HK', 'HKSE', 'xhkg'],
    ['7203.T', 'JPX', 'xtks'],
    ['BHP.AX', 'ASX', 'xasx'],
    ['BRK.B', 'NYSE', 'us-stocks'],
    ['2222.SR', 'SAU', 'forex'],
    ['NOBODY', 'XYZ', 'forex'],
  ];
  vendor.answerWith(({ url }) => ({
    body: url.pathname.endsWith('search-symbol')
      ? shares.map(([symbol, exchange]) => ({ symbol, name: symbol, exchange }))
      : [],
  }));
  const found = await feed.search('s');
  expect(found.map(({ code, marketHours }) => [code, marketHours])).toEqual(
    shares.map(([code, , hours]) => [code, hours]),
  );
});

test('an index that is sent with a volume of zero has none, a share has zero', async () => {
  const row = { date: '2025-02-04', open: 1, high: 1, low: 1, close: 1 };
  const volumes = async (instrument: typeof AAPL, volume: number) => {
    vendor.answerWith(() => ({ body: [{ ...row, volume }] }));
    return (await feed.history({ ...day('2025-02-04'), instrument })).map((bar) => bar.volume);
  };
  const index = { ...AAPL, code: '^VIX', type: 'index' } as const;
  expect(await volumes(index, 0)).toEqual([null]);
  expect(await volumes(index, 7)).toEqual([7]);
  expect(await volumes(AAPL, 0)).toEqual([0]);
});

test('a symbol with a caret is sent encoded', async () => {
  await feed.history({
    ...day('2025-02-04'),
    instrument: { ...AAPL, code: '^GSPC', type: 'index' },
  });
  expect(vendor.requests[0]).toContain('symbol=%5EGSPC');
});
