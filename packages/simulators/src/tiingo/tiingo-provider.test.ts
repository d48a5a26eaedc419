import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../start-simulators.ts';
import { ask, rowsOf, shapeOf } from '../testing/ask.ts';
import { holdClock } from '../testing/held-clock.ts';

const clock = holdClock('2026-11-20T16:10:20Z');
let tiingo: Simulator;
beforeAll(async () => {
  tiingo = await startSimulator('Tiingo', { now: clock.now });
});
afterAll(() => tiingo.close());

/** Recorded in hydrosquall/tiingo-python, ticker_price_weekly.yaml (2021). */
const RECORDED_END_OF_DAY = [
  'date string',
  'close number',
  'high number',
  'low number',
  'open number',
  'volume number',
  'adjClose number',
  'adjHigh number',
  'adjLow number',
  'adjOpen number',
  'adjVolume number',
  'divCash number',
  'splitFactor number',
];

/** Recorded in kenshin579/tiingo-go, iex/testdata/prices_aapl_volume.json (2026-09). */
const RECORDED_IEX = [
  'date string',
  'open number',
  'high number',
  'low number',
  'close number',
  'volume number',
];

/** Recorded there, iex/testdata/quotes_multi.json on a Saturday: nine fields are null. */
const RECORDED_CLOSED_BOARD = [
  'ticker string',
  'timestamp string',
  'lastSaleTimestamp null',
  'quoteTimestamp null',
  'open number',
  'high number',
  'low number',
  'mid null',
  'tngoLast number',
  'last null',
  'lastSize null',
  'bidSize null',
  'bidPrice null',
  'askPrice null',
  'askSize null',
  'volume number',
  'prevClose number',
];

/** Recorded there, crypto/testdata/prices_btcusd_1day.json. */
const RECORDED_CRYPTO = [
  'date string',
  'open number',
  'high number',
  'low number',
  'close number',
  'volume number',
  'volumeNotional number',
  'tradesDone number',
];

/** Recorded there, forex/testdata/prices_eurusd_1day.json and top_eurusd.json. */
const RECORDED_FOREX = [
  'date string',
  'ticker string',
  'open number',
  'high number',
  'low number',
  'close number',
];
const RECORDED_FOREX_TOP = [
  'ticker string',
  'quoteTimestamp string',
  'bidPrice number',
  'bidSize number',
  'askPrice number',
  'askSize number',
  'midPrice number',
];

describe('the token', () => {
  test('is accepted in the header with the word Token, or in the query', async () => {
    const message = { message: 'You successfully sent a request' };
    expect((await ask(tiingo, '/api/test')).json).toEqual(message);
    expect((await ask(tiingo, `/api/test?token=${tiingo.apiKey}`, {})).json).toEqual(message);
    const bearer = await ask(tiingo, '/api/test', { authorization: `Bearer ${tiingo.apiKey}` });
    expect(bearer.status).toBe(403);
  });

  test('missing or wrong is refused with a detail', async () => {
    const missing = await ask(tiingo, '/api/test', {});
    expect([missing.status, missing.json]).toEqual([403, { detail: 'Please supply a token' }]);
    const wrong = await ask(tiingo, '/api/test', { authorization: 'Token other' });
    expect([wrong.status, wrong.json]).toEqual([401, { detail: 'Invalid token.' }]);
  });
});

describe('end of day', () => {
  test('has the recorded format, oldest first, up to the last closed session', async () => {
    const rows = await rowsOf(tiingo, '/tiingo/daily/AAPL/prices?startDate=2026-11-17');
    expect(shapeOf(rows[0])).toEqual(RECORDED_END_OF_DAY);
    expect(rows.map(({ date }) => date)).toEqual([
      '2026-11-17T00:00:00.000Z',
      '2026-11-18T00:00:00.000Z',
      '2026-11-19T00:00:00.000Z',
    ]);
  });

  test('is reversed with sort=-date', async () => {
    const path = '/tiingo/daily/aapl/prices?startDate=2026-11-17';
    const descending = await rowsOf(tiingo, `${path}&sort=-date`);
    expect(descending).toEqual((await rowsOf(tiingo, path)).toReversed());
  });

  test('without dates is only the latest row, stamped with an offset', async () => {
    const rows = await rowsOf(
      tiingo,
      '/tiingo/daily/GOOGL/prices?resampleFreq=daily&columns=volume',
    );
    expect(rows).toEqual([{ date: '2026-11-19T00:00:00+00:00', volume: expect.any(Number) }]);
  });

  test('dates weeks by their Friday, rolling both ends outwards', async () => {
    const path =
      '/tiingo/daily/AAPL/prices?resampleFreq=weekly&startDate=2026-10-28&endDate=2026-11-10';
    const weeks = await rowsOf(tiingo, path);
    expect(weeks.map(({ date }) => String(date).slice(0, 10))).toEqual([
      '2026-10-30',
      '2026-11-06',
      '2026-11-13',
    ]);
    const days = await rowsOf(
      tiingo,
      '/tiingo/daily/AAPL/prices?startDate=2026-11-02&endDate=2026-11-06',
    );
    expect(weeks[1]).toMatchObject({
      open: days[0]?.open,
      close: days.at(-1)?.close,
      high: Math.max(...days.map(({ high }) => Number(high))),
      volume: days.reduce((sum, { volume }) => sum + Number(volume), 0),
    });
  });

  test('has months, years, metadata and CSV', async () => {
    const months = await rowsOf(
      tiingo,
      '/tiingo/daily/AAPL/prices?resampleFreq=monthly&startDate=2026-09-15&endDate=2026-10-02',
    );
    expect(months.map(({ date }) => String(date).slice(0, 10))).toEqual([
      '2026-09-30',
      '2026-10-31',
    ]);
    expect((await ask(tiingo, '/tiingo/daily/AAPL')).json).toMatchObject({
      ticker: 'AAPL',
      exchangeCode: 'NASDAQ',
      endDate: '2026-11-19',
    });
    const csv = await ask(tiingo, '/tiingo/daily/AAPL/prices?startDate=2026-11-18&format=csv');
    expect(csv.text.split('\n')[0]).toMatch(/^date,close,high,low,open,volume,adjClose/);
    expect(csv.text.trim().split('\n')).toHaveLength(3);
  });
});

describe('IEX history', () => {
  test('has no volume unless the column is requested', async () => {
    const path = '/iex/AAPL/prices?startDate=2026-11-19&endDate=2026-11-19&resampleFreq=30Min';
    const plain = await rowsOf(tiingo, path);
    expect(shapeOf(plain[0])).toEqual(RECORDED_IEX.slice(0, 5));
    expect(plain).toHaveLength(13);
    expect([plain[0]?.date, plain.at(-1)?.date]).toEqual([
      '2026-11-19T14:30:00.000Z',
      '2026-11-19T20:30:00.000Z',
    ]);
    const [full] = await rowsOf(tiingo, `${path}&columns=open,high,low,close,volume`);
    expect(shapeOf(full)).toEqual(RECORDED_IEX);
  });

  test("opens an hour earlier in UTC during New York's summer time", async () => {
    const [first] = await rowsOf(
      tiingo,
      '/iex/AAPL/prices?startDate=2026-10-30&endDate=2026-10-30&resampleFreq=1min',
    );
    expect(first?.date).toBe('2026-10-30T13:30:00.000Z');
  });

  test('has hours on the clock and none that starts before the open, as recorded', async () => {
    const path = '/iex/AAPL/prices?startDate=2026-09-04&endDate=2026-09-04&resampleFreq=1hour';
    const hours = (await rowsOf(tiingo, path)).map(({ date }) => String(date).slice(11, 13));
    expect(hours).toEqual(['14', '15', '16', '17', '18', '19']);
  });

  test('of a thin share has gaps, which forceFill fills', async () => {
    const path = '/iex/COKE/prices?startDate=2026-11-19&endDate=2026-11-19&resampleFreq=1min';
    expect((await rowsOf(tiingo, path)).length).toBeLessThan(330);
    expect(await rowsOf(tiingo, `${path}&forceFill=true`)).toHaveLength(390);
  });

  test('has at most the newest 10000 rows', async () => {
    const rows = await rowsOf(tiingo, '/iex/AAPL/prices?startDate=2026-01-02&resampleFreq=1min');
    expect(rows).toHaveLength(10_000);
    expect(rows.at(-1)?.date).toBe('2026-11-20T16:10:00.000Z');
  });
});

describe('the IEX board', () => {
  test('accepts tickers in any case, drops unknown ones and has no fixed order', async () => {
    const rows = await rowsOf(tiingo, '/iex/?tickers=aapl,nope,spy');
    expect(rows.map(({ ticker }) => ticker)).toEqual(['SPY', 'AAPL']);
    expect(rows[1]).toMatchObject({ last: rows[1]?.tngoLast, bidPrice: expect.any(Number) });
    expect(await rowsOf(tiingo, '/iex/nope')).toEqual([]);
  });

  test('without the trailing slash is a redirect', async () => {
    const { status, headers } = await ask(tiingo, '/iex?tickers=aapl');
    expect([status, headers.get('location')]).toEqual([301, '/iex/?tickers=aapl']);
  });

  test('has nine null fields while the market is closed', async () => {
    clock.passTo('2026-11-21T12:00:00Z');
    const [row] = await rowsOf(tiingo, '/iex/?tickers=aapl');
    clock.passTo('2026-11-20T16:10:20Z');
    expect(shapeOf(row)).toEqual(RECORDED_CLOSED_BOARD);
    expect(row?.timestamp).toBe('2026-11-20T20:59:59+00:00');
  });
});

describe('crypto', () => {
  type Series = {
    ticker: string;
    baseCurrency: string;
    quoteCurrency: string;
    priceData: Record<string, unknown>[];
  };
  const isSeries = (row: Record<string, unknown>): row is Series => Array.isArray(row.priceData);
  const series = async (query: string) =>
    (await rowsOf(tiingo, `/tiingo/crypto/prices?${query}`)).filter(isSeries);

  test('is one object a ticker, with its bars in the recorded format', async () => {
    const found = await series(
      'tickers=btcusd,nope,ethusd&resampleFreq=1day&startDate=2026-11-17&endDate=2026-11-18',
    );
    expect(found.map(({ ticker }) => ticker)).toEqual(['btcusd', 'ethusd']);
    expect(found[0]).toMatchObject({ baseCurrency: 'btc', quoteCurrency: 'usd' });
    expect(shapeOf(found[0]?.priceData[0])).toEqual(RECORDED_CRYPTO);
    expect(found[0]?.priceData.map(({ date }) => date)).toEqual([
      '2026-11-17T00:00:00+00:00',
      '2026-11-18T00:00:00+00:00',
    ]);
  });

  test('also accepts times as ends of the range', async () => {
    const [one] = await series(
      'tickers=btcusd&resampleFreq=1min&startDate=2026-11-20T10:00:00Z&endDate=2026-11-20T10:04:00Z',
    );
    expect(one?.priceData).toHaveLength(5);
  });

  test('has metadata and a top of book, and fails for raw exchange data', async () => {
    const [meta] = await rowsOf(tiingo, '/tiingo/crypto?tickers=btcusd');
    expect(meta).toEqual({
      ticker: 'btcusd',
      name: 'Bitcoin (BTC/USD)',
      baseCurrency: 'btc',
      quoteCurrency: 'usd',
    });
    expect(await rowsOf(tiingo, '/tiingo/crypto')).toHaveLength(6);
    const [top] = await rowsOf(tiingo, '/tiingo/crypto/top?tickers=btcusd');
    expect(Object.keys(top ?? {})).toEqual([
      'ticker',
      'baseCurrency',
      'quoteCurrency',
      'topOfBookData',
    ]);
    const raw = await ask(
      tiingo,
      '/tiingo/crypto/prices?tickers=btcusd&includeRawExchangeData=True',
    );
    expect([raw.status, raw.headers.get('content-type')]).toEqual([500, 'text/html']);
  });
});

describe('forex', () => {
  test('is a flat list without volume, several tickers one after the other', async () => {
    const rows = await rowsOf(
      tiingo,
      '/tiingo/fx/eurusd,gbpusd/prices?resampleFreq=5min&startDate=2026-11-20',
    );
    expect(shapeOf(rows[0])).toEqual(RECORDED_FOREX);
    expect(new Set(rows.map(({ ticker }) => ticker))).toEqual(new Set(['eurusd', 'gbpusd']));
    expect(rows[0]?.date).toBe('2026-11-20T00:00:00.000Z');
  });

  test('is empty for an unknown pair and on a weekend', async () => {
    expect(await rowsOf(tiingo, '/tiingo/fx/nopeee/prices?startDate=2026-11-19')).toEqual([]);
    const saturday = 'startDate=2026-11-14&endDate=2026-11-14&resampleFreq=1hour';
    expect(await rowsOf(tiingo, `/tiingo/fx/eurusd/prices?${saturday}`)).toEqual([]);
  });

  test('has a top of book in the recorded format', async () => {
    const [row] = await rowsOf(tiingo, '/tiingo/fx/top?tickers=eurusd');
    expect(shapeOf(row)).toEqual(RECORDED_FOREX_TOP);
    const missing = await ask(tiingo, '/tiingo/fx/top');
    expect([missing.status, missing.json]).toEqual([
      400,
      { detail: 'Error: Please pass a "tickers" parameter.' },
    ]);
  });
});

test('search finds by ticker and name, and a ticker of two countries twice', async () => {
  const rows = await rowsOf(tiingo, '/tiingo/utilities/search?query=apple');
  expect(rows.map(({ ticker, countryCode }) => [ticker, countryCode])).toEqual([
    ['AAPL', 'CA'],
    ['AAPL', 'US'],
  ]);
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'name',
    'ticker',
    'permaTicker',
    'openFIGIComposite',
    'assetType',
    'isActive',
    'countryCode',
  ]);
  expect(await rowsOf(tiingo, '/tiingo/utilities/search?query=a&limit=2')).toHaveLength(2);
});

describe('errors', () => {
  test.each([
    ['/tiingo/daily/XXXX/prices?startDate=2026-01-01', 404, "Error: Ticker 'XXXX' not found"],
    ['/iex/AAPL,SPY/prices', 404, 'Not found.'],
    ['/nowhere', 404, 'Not found.'],
    [
      '/tiingo/utilities/search',
      400,
      'Error: query format was not correct. "query" or "isin" must be a string.',
    ],
    [
      '/tiingo/daily/AAPL/prices?startDate=soon',
      400,
      'Error: startDate and endDate must be dates in YYYY-MM-DD format',
    ],
    [
      '/iex/AAPL/prices?resampleFreq=1day',
      400,
      "Error: resampleFreq must be in 'Min' or 'Hour' only",
    ],
  ])('%s is refused with a detail', async (path, status, detail) => {
    const answer = await ask(tiingo, path);
    expect([answer.status, answer.json]).toEqual([status, { detail }]);
  });

  test('an exhausted symbol allowance is plain text with status 200', async () => {
    tiingo.faults.set({ status: 'errorWith200' });
    const answer = await ask(tiingo, '/tiingo/daily/AAPL/prices');
    tiingo.faults.clear();
    expect(answer.status).toBe(200);
    expect(answer.json).toBeUndefined();
    expect(answer.text).toMatch(/^You have run over your 500 symbol look up for this month\./);
  });

  test('with enforced limits the hourly limit is 50 requests', async () => {
    tiingo.faults.set({ enforceLimits: true });
    for (let count = 0; count < 50; count += 1) await ask(tiingo, '/api/test');
    const answer = await ask(tiingo, '/api/test');
    tiingo.faults.clear();
    expect(answer.status).toBe(429);
    expect(answer.json).toEqual({ detail: expect.stringContaining('hourly request allocation') });
  });

  test('a service outside the plan is refused with 403 and no body', async () => {
    tiingo.faults.set({ status: '403' });
    const answer = await ask(tiingo, '/api/test');
    tiingo.faults.clear();
    expect([answer.status, answer.text]).toEqual([403, '']);
  });
});
