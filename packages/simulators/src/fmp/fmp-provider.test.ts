import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../start-simulators.ts';
import { ask, rowsOf, shapeOf } from '../testing/ask.ts';
import { holdClock } from '../testing/held-clock.ts';

const clock = holdClock('2026-11-20T16:10:20Z');
let fmp: Simulator;
beforeAll(async () => {
  fmp = await startSimulator('FMP', { now: clock.now });
});
afterAll(() => fmp.close());

/** Recorded in OpenBB-finance/OpenBB, test_fmp_equity_quote_fetcher_urllib3_v2.yaml (2025-09-23). */
const RECORDED_QUOTE = [
  'symbol string',
  'name string',
  'price number',
  'changePercentage number',
  'change number',
  'volume number',
  'dayLow number',
  'dayHigh number',
  'yearHigh number',
  'yearLow number',
  'marketCap number',
  'priceAvg50 number',
  'priceAvg200 number',
  'exchange string',
  'open number',
  'previousClose number',
  'timestamp number',
];

/** Recorded there in the historical fetchers of equity, crypto and currency (2025-09-23). */
const RECORDED_DAY = [
  'symbol string',
  'date string',
  'open number',
  'high number',
  'low number',
  'close number',
  'volume number',
  'change number',
  'changePercent number',
  'vwap number',
];

describe('the key', () => {
  test('is accepted in header or query', async () => {
    expect((await ask(fmp, '/quote?symbol=AAPL')).status).toBe(200);
    expect((await ask(fmp, `/quote?symbol=AAPL&apikey=${fmp.apiKey}`, {})).status).toBe(200);
  });

  test("answers 401 with FMP's message if it is wrong or missing", async () => {
    for (const headers of [{}, { apikey: 'other' }]) {
      const { status, json } = await ask(fmp, '/quote?symbol=AAPL', headers);
      expect(status).toBe(401);
      expect(json).toEqual({ 'Error Message': expect.stringContaining('Invalid API KEY') });
    }
  });
});

describe('daily history', () => {
  test.each(['AAPL', 'BTCUSD', 'EURUSD', 'GCUSD', '%5EVIX'])(
    'of %s has the recorded shape',
    async (symbol) => {
      const [row] = await rowsOf(
        fmp,
        `/historical-price-eod/full?symbol=${symbol}&from=2026-11-01`,
      );
      expect(shapeOf(row)).toEqual(RECORDED_DAY);
    },
  );

  test('is newest first and includes both ends of the range', async () => {
    const rows = await rowsOf(
      fmp,
      '/historical-price-eod/full?symbol=AAPL&from=2026-11-10&to=2026-11-13',
    );
    expect(rows.map(({ date }) => date)).toEqual([
      '2026-11-13',
      '2026-11-12',
      '2026-11-11',
      '2026-11-10',
    ]);
  });

  test('has the change from the open of the same bar, and a plain mean as vwap', async () => {
    const [row] = await rowsOf(
      fmp,
      '/historical-price-eod/full?symbol=AAPL&from=2026-11-13&to=2026-11-13',
    );
    const { open, high, low, close, change, vwap } = row ?? {};
    expect(change).toBeCloseTo(Number(close) - Number(open), 6);
    expect(vwap).toBeCloseTo((Number(open) + Number(high) + Number(low) + Number(close)) / 4, 3);
  });

  test('is limited to 5000 rows and silently drops older ones', async () => {
    const rows = await rowsOf(fmp, '/historical-price-eod/full?symbol=%5EVIX&from=1980-01-01');
    expect(rows).toHaveLength(5_000);
    expect(rows[0]?.date).toBe('2026-11-20');
    const older = await rowsOf(
      fmp,
      `/historical-price-eod/full?symbol=%5EVIX&from=1980-01-01&to=${rows.at(-1)?.date}`,
    );
    expect(older).toHaveLength(9_235 + 1 - 5_000 + 1);
  });

  test('starts with the first real row', async () => {
    const rows = await rowsOf(fmp, '/historical-price-eod/full?symbol=AAPL&from=1980-01-01');
    expect(rows).toHaveLength(753 + 1);
  });

  test('has light and adjusted variants', async () => {
    const query = 'symbol=AAPL&from=2026-11-12&to=2026-11-12';
    const [light] = await rowsOf(fmp, `/historical-price-eod/light?${query}`);
    expect(shapeOf(light)).toEqual([
      'symbol string',
      'date string',
      'price number',
      'volume number',
    ]);
    const [adjusted] = await rowsOf(fmp, `/historical-price-eod/dividend-adjusted?${query}`);
    expect(Object.keys(adjusted ?? {})).toEqual([
      'symbol',
      'date',
      'adjOpen',
      'adjHigh',
      'adjLow',
      'adjClose',
      'volume',
    ]);
  });
});

describe('intraday history', () => {
  test('has FMP’s key order, naive New York stamps, newest first', async () => {
    const rows = await rowsOf(
      fmp,
      '/historical-chart/1min?symbol=AAPL&from=2026-11-19&to=2026-11-19',
    );
    expect(Object.keys(rows[0] ?? {})).toEqual(['date', 'open', 'low', 'high', 'close', 'volume']);
    expect(rows).toHaveLength(390);
    expect(rows[0]?.date).toBe('2026-11-19 15:59:00');
    expect(rows.at(-1)?.date).toBe('2026-11-19 09:30:00');
  });

  test.each(['BTCUSD', 'EURUSD', 'GCUSD'])('of %s is stamped in New York too', async (symbol) => {
    const [row] = await rowsOf(
      fmp,
      `/historical-chart/1min?symbol=${symbol}&from=2026-11-20&to=2026-11-20`,
    );
    expect(row?.date).toBe('2026-11-20 11:10:00');
  });

  test('starts hours of shares at half past, and their 4-hour bars at 9:30 and 12:30', async () => {
    const dates = async (interval: string) => {
      const path = `/historical-chart/${interval}?symbol=AAPL&from=2026-11-19&to=2026-11-19`;
      return (await rowsOf(fmp, path)).map(({ date }) => String(date).slice(11, 16)).toReversed();
    };
    expect(await dates('1hour')).toEqual([
      '09:30',
      '10:30',
      '11:30',
      '12:30',
      '13:30',
      '14:30',
      '15:30',
    ]);
    expect(await dates('4hour')).toEqual(['09:30', '12:30']);
    expect(await dates('30min')).toHaveLength(13);
  });

  test('repeats the hour that occurs twice in New York', async () => {
    const path = '/historical-chart/1hour?symbol=BTCUSD&from=2026-11-01&to=2026-11-01';
    const stamps = (await rowsOf(fmp, path)).map(({ date }) => date);
    expect(stamps).toHaveLength(25);
    expect(stamps.filter((stamp) => stamp === '2026-11-01 01:00:00')).toHaveLength(2);
  });

  test('has at most the newest three days of minutes', async () => {
    const rows = await rowsOf(
      fmp,
      '/historical-chart/1min?symbol=BTCUSD&from=2026-01-01&to=2026-11-15',
    );
    expect(rows).toHaveLength(3 * 1_440);
    expect(rows[0]?.date).toBe('2026-11-15 23:59:00');
  });

  test('leaves out minutes without trades of a thin share', async () => {
    const rows = await rowsOf(
      fmp,
      '/historical-chart/1min?symbol=COKE&from=2026-11-19&to=2026-11-19',
    );
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.length).toBeLessThan(350);
  });
});

describe('quotes', () => {
  test('have the recorded format', async () => {
    const [row] = await rowsOf(fmp, '/quote?symbol=AAPL');
    expect(shapeOf(row)).toEqual(RECORDED_QUOTE);
  });

  test('agree with the newest minute and the days, with a stamp in seconds', async () => {
    for (const symbol of ['BTCUSD', 'AAPL', 'EURUSD', 'GCUSD', 'SHOP.TO']) {
      const [quote] = await rowsOf(fmp, `/quote?symbol=${symbol}`);
      const [minute] = await rowsOf(
        fmp,
        `/historical-chart/1min?symbol=${symbol}&from=2026-11-20&to=2026-11-20`,
      );
      const [today, before] = await rowsOf(
        fmp,
        `/historical-price-eod/full?symbol=${symbol}&from=2026-11-15`,
      );
      expect(quote?.price).toBe(minute?.close);
      expect(quote?.timestamp).toBe(clock.now() / 1_000);
      expect(quote).toMatchObject({
        price: today?.close,
        open: today?.open,
        dayHigh: today?.high,
        dayLow: today?.low,
        previousClose: before?.close,
      });
      expect(quote?.change).toBeCloseTo(Number(today?.close) - Number(before?.close), 4);
    }
  });

  test('come in batches without unknown symbols', async () => {
    const rows = await rowsOf(fmp, '/batch-quote-short?symbols=AAPL,NOPE,EURUSD,%5EVIX');
    expect(rows.map(({ symbol }) => symbol)).toEqual(['AAPL', 'EURUSD', '^VIX']);
    expect(shapeOf(rows[0])).toEqual([
      'symbol string',
      'price number',
      'change number',
      'volume number',
    ]);
    expect(await rowsOf(fmp, '/batch-crypto-quotes')).toHaveLength(3);
  });
});

describe('lists', () => {
  test.each([
    ['search-symbol?query=aapl', ['symbol', 'name', 'currency', 'exchangeFullName', 'exchange']],
    ['search-name?query=apple', ['symbol', 'name', 'currency', 'exchangeFullName', 'exchange']],
    ['stock-list', ['symbol', 'companyName']],
    ['actively-trading-list', ['symbol', 'name']],
    [
      'cryptocurrency-list',
      ['symbol', 'name', 'exchange', 'icoDate', 'circulatingSupply', 'totalSupply'],
    ],
    ['forex-list', ['symbol', 'fromCurrency', 'toCurrency', 'fromName', 'toName']],
    ['commodities-list', ['symbol', 'name', 'exchange', 'tradeMonth', 'currency']],
    ['index-list', ['symbol', 'name', 'exchange', 'currency']],
    [
      'available-exchanges',
      ['exchange', 'name', 'countryName', 'countryCode', 'symbolSuffix', 'delay'],
    ],
  ])('%s has the documented fields', async (path, fields) => {
    const [row] = await rowsOf(fmp, `/${path}`);
    expect(Object.keys(row ?? {})).toEqual(fields);
  });

  test('market hours have the offset of the day', async () => {
    expect(await rowsOf(fmp, '/exchange-market-hours?exchange=NASDAQ')).toEqual([
      {
        exchange: 'NASDAQ',
        name: 'NASDAQ',
        openingHour: '09:30 AM -05:00',
        closingHour: '04:00 PM -05:00',
        timezone: 'America/New_York',
        isMarketOpen: true,
      },
    ]);
  });

  test('holidays lie in the range, newest first', async () => {
    const rows = await rowsOf(
      fmp,
      '/holidays-by-exchange?exchange=NASDAQ&from=2026-11-01&to=2026-12-31',
    );
    expect(rows.map(({ date }) => date)).toEqual(['2026-12-25', '2026-11-26']);
  });
});

describe('errors', () => {
  test('an unknown symbol and an empty range are empty lists with status 200', async () => {
    expect(await rowsOf(fmp, '/quote?symbol=NOPE')).toEqual([]);
    expect(
      await rowsOf(fmp, '/historical-chart/1min?symbol=AAPL&from=2026-11-21&to=2026-11-22'),
    ).toEqual([]);
  });

  test('the old API is closed with 403', async () => {
    const legacy = fmp.restUrl.replace('/stable', '/api/v3/quote/AAPL');
    const response = await fetch(legacy);
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      'Error Message': expect.stringContaining('Legacy Endpoint'),
    });
  });

  test.each([
    ['401', 401, /Invalid API KEY/],
    ['403', 403, /Legacy Endpoint/],
    ['429', 429, /Limit Reach/],
    ['errorWith200', 200, /Limit Reach/],
  ] as const)('fault %s is an object with an error message', async (status, code, message) => {
    fmp.faults.set({ status });
    const answer = await ask(fmp, '/quote?symbol=AAPL');
    fmp.faults.clear();
    expect(answer.status).toBe(code);
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(answer.json).toEqual({ 'Error Message': expect.stringMatching(message) });
  });

  test('fault 402 is plain text and names the parameter', async () => {
    fmp.faults.set({ status: '402' });
    const answer = await ask(fmp, '/quote?symbol=AAPL');
    fmp.faults.clear();
    expect(answer.status).toBe(402);
    expect(answer.json).toBeUndefined();
    expect(answer.text).toMatch(/^Premium Query Parameter: .*'symbol'/);
  });
});
