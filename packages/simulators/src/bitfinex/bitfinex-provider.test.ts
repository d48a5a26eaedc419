import { MINUTE_MS } from '@moneytrail/calendar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../start-simulators.ts';
import { ask, numbersOf } from '../testing/ask.ts';
import { holdClock } from '../testing/held-clock.ts';

const clock = holdClock('2026-11-20T16:10:20Z');
let bitfinex: Simulator;
beforeAll(async () => {
  bitfinex = await startSimulator('Bitfinex', { now: clock.now });
});
afterAll(() => bitfinex.close());

const candles = (path: string) => numbersOf(bitfinex, `/v2/candles/${path}`);
const stamp = (row: number[] | undefined) => new Date(row?.[0] ?? 0).toISOString().slice(0, 16);

describe('candles', () => {
  test('are 100 rows, newest first, including the forming one, with close before high', async () => {
    const rows = await candles('trade:1m:tBTCUSD/hist');
    expect(rows).toHaveLength(100);
    expect(stamp(rows[0])).toBe('2026-11-20T16:10');
    expect(stamp(rows[1])).toBe('2026-11-20T16:09');
    for (const [, open = 0, close = 0, high = 0, low = 0] of rows) {
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
    }
  });

  test('between start and end include both, oldest first if requested', async () => {
    const start = Date.parse('2026-11-19T00:00:00Z');
    const end = start + 5 * MINUTE_MS;
    const ascending = await candles(`trade:1m:tBTCUSD/hist?start=${start}&end=${end}&sort=1`);
    expect(ascending.map(([time]) => time)).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => start + index * MINUTE_MS),
    );
    const descending = await candles(`trade:1m:tBTCUSD/hist?start=${start}&end=${end}&sort=-1`);
    expect(descending).toEqual(ascending.toReversed());
  });

  test('with a limit are the newest of the range, or with sort=1 the oldest', async () => {
    const start = Date.parse('2026-11-18T00:00:00Z');
    expect((await candles(`trade:1m:tBTCUSD/hist?start=${start}&limit=3`)).map(stamp)).toEqual([
      '2026-11-20T16:10',
      '2026-11-20T16:09',
      '2026-11-20T16:08',
    ]);
    expect(
      (await candles(`trade:1m:tBTCUSD/hist?start=${start}&limit=2&sort=1`)).map(stamp),
    ).toEqual(['2026-11-18T00:00', '2026-11-18T00:01']);
  });

  test('are at most 10000, and once cached take less than a tenth of a second', async () => {
    const path = 'trade:1m:tETHUSD/hist?limit=10000';
    expect(await candles(path)).toHaveLength(10_000);
    expect((await ask(bitfinex, '/v2/candles/trade:1m:tETHUSD/hist?limit=10001')).json).toEqual([
      'error',
      10_020,
      'limit: invalid',
    ]);
  });

  test('of a quiet pair leave out minutes without trades, always the same ones', async () => {
    const path = 'trade:1m:tUNIUSD/hist?limit=500';
    const rows = await candles(path);
    const spanMinutes = ((rows[0]?.[0] ?? 0) - (rows.at(-1)?.[0] ?? 0)) / MINUTE_MS;
    expect(rows).toHaveLength(500);
    expect(spanMinutes).toBeGreaterThan(700);
    expect(await candles(path)).toEqual(rows);
    for (const row of rows) expect(row[5]).toBeGreaterThan(0);
  });

  test.each([
    ['5m', '2026-11-20T16:10', '2026-11-20T16:05'],
    ['15m', '2026-11-20T16:00', '2026-11-20T15:45'],
    ['30m', '2026-11-20T16:00', '2026-11-20T15:30'],
    ['1h', '2026-11-20T16:00', '2026-11-20T15:00'],
    ['3h', '2026-11-20T15:00', '2026-11-20T12:00'],
    ['4h', '2026-11-20T16:00', '2026-11-20T12:00'],
    ['6h', '2026-11-20T12:00', '2026-11-20T06:00'],
    ['12h', '2026-11-20T12:00', '2026-11-20T00:00'],
    ['1D', '2026-11-20T00:00', '2026-11-19T00:00'],
    ['1W', '2026-11-16T00:00', '2026-11-09T00:00'],
    ['7D', '2026-11-16T00:00', '2026-11-09T00:00'],
    ['14D', '2026-11-09T00:00', '2026-10-26T00:00'],
    ['1M', '2026-11-01T00:00', '2026-10-01T00:00'],
  ])('of %s start on the UTC clock', async (frame, newest, before) => {
    const rows = await candles(`trade:${frame}:tBTCUSD/hist?limit=2`);
    expect(rows.map(stamp)).toEqual([newest, before]);
    const { json } = await ask(bitfinex, `/v2/candles/trade:${frame}:tBTCUSD/last`);
    expect(json).toEqual(rows[0]);
  });

  test('of every frame are built from the minutes', async () => {
    const start = Date.parse('2026-11-18T00:00:00Z');
    const end = start + 86_400_000 - 1;
    const minutes = await candles(
      `trade:1m:tSOLUSD/hist?start=${start}&end=${end}&limit=10000&sort=1`,
    );
    for (const frame of ['5m', '1h', '4h', '1D']) {
      const rows = await candles(
        `trade:${frame}:tSOLUSD/hist?start=${start}&end=${end}&limit=10000&sort=1`,
      );
      expect(rows[0]?.[1]).toBe(minutes[0]?.[1]);
      expect(rows.at(-1)?.[2]).toBe(minutes.at(-1)?.[2]);
      expect(Math.max(...rows.map((row) => row[3] ?? 0))).toBe(
        Math.max(...minutes.map((row) => row[3] ?? 0)),
      );
      expect(Math.min(...rows.map((row) => row[4] ?? 0))).toBe(
        Math.min(...minutes.map((row) => row[4] ?? 0)),
      );
    }
  });

  test('can be paged backwards to the start of the history', async () => {
    const rows = await candles('trade:1D:tBTCUSD/hist?limit=10000');
    expect(rows).toHaveLength(978 + 1);
    const end = (rows.at(-1)?.[0] ?? 0) - 1;
    expect(await candles(`trade:1D:tBTCUSD/hist?limit=10000&end=${end}`)).toEqual([]);
    expect(await candles(`trade:1m:tBTCUSD/hist?limit=10&end=${end}`)).toEqual([]);
  });

  test('of an unknown pair are an empty list', async () => {
    expect((await ask(bitfinex, '/v2/candles/trade:1m:tNOPEUSD/hist')).json).toEqual([]);
  });
});

describe('boards', () => {
  test('tickers agree with the newest candle and have the documented order', async () => {
    const { json } = await ask(bitfinex, '/v2/tickers?symbols=tBTCUSD,tNOPE,tAVAX:USD');
    expect(json).toEqual([
      ['tBTCUSD', ...Array(10).fill(expect.any(Number))],
      ['tAVAX:USD', ...Array(10).fill(expect.any(Number))],
    ]);
    const [candle] = await candles('trade:1m:tBTCUSD/hist?limit=1');
    const ticker = (await ask(bitfinex, '/v2/ticker/tBTCUSD')).json;
    expect(Array.isArray(ticker) && ticker[6]).toBe(candle?.[2]);
    expect(Array.isArray(ticker) && ticker[0] < ticker[2]).toBe(true);
  });

  test('the trades of a minute add up to its candle', async () => {
    const start = Date.parse('2026-11-20T16:00:00Z');
    const range = `start=${start}&end=${start + MINUTE_MS - 1}`;
    const trades = await numbersOf(bitfinex, `/v2/trades/tETHUSD/hist?${range}&sort=1&limit=100`);
    const [candle] = await candles(`trade:1m:tETHUSD/hist?${range}`);
    const prices = trades.map((row) => row[3] ?? 0);
    const volume = trades.reduce((sum, row) => sum + Math.abs(row[2] ?? 0), 0);
    expect([prices[0], prices.at(-1), Math.max(...prices), Math.min(...prices)]).toEqual(
      candle?.slice(1, 5),
    );
    expect(volume).toBeCloseTo(candle?.[5] ?? 0, 6);
  });

  test('the book has bids above zero, asks below, best first', async () => {
    const rows = await numbersOf(bitfinex, '/v2/book/tBTCUSD/P0?len=25');
    const bids = rows.filter((row) => (row[2] ?? 0) > 0).map(([price]) => price ?? 0);
    const asks = rows.filter((row) => (row[2] ?? 0) < 0).map(([price]) => price ?? 0);
    expect([bids.length, asks.length]).toEqual([25, 25]);
    expect(bids).toEqual(bids.toSorted((a, b) => b - a));
    expect(asks).toEqual(asks.toSorted((a, b) => a - b));
    expect(bids[0]).toBeLessThan(asks[0] ?? 0);
  });
});

test('conf returns one element for every key, empty for an unknown one', async () => {
  const { json } = await ask(
    bitfinex,
    '/v2/conf/pub:list:pair:exchange,pub:none,pub:map:currency:sym',
  );
  expect(json).toEqual([
    expect.arrayContaining(['BTCUSD', 'ETHUSD', 'AVAX:USD', 'TESTBTC:TESTUSD']),
    [],
    [['UST', 'USDt']],
  ]);
});

describe('errors', () => {
  test.each([
    ['/v2/ticker/tXX', 'symbol: invalid'],
    ['/v2/trades/tXX/hist', 'symbol: invalid'],
    ['/v2/candles/trade:2m:tBTCUSD/hist', 'time_interval: invalid'],
    ['/v2/candles/trade:1m:tBTCUSD/hist?limit=x', 'limit: invalid'],
    ['/v2/candles/trade:1m:tBTCUSD/hist?start=x', 'start: invalid'],
    ['/v2/book/tBTCUSD/P9', 'prec: invalid'],
  ])('a client error is an array with status 500: %s', async (path, message) => {
    const { status, json } = await ask(bitfinex, path);
    expect([status, json]).toEqual([500, ['error', 10_020, message]]);
  });

  test('an unknown path is a web page with status 404', async () => {
    const { status, headers, text } = await ask(bitfinex, '/v2/nope');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toContain('Cannot GET /api/v2/nope');
  });

  test.each([
    ['429', 429, ['error', 11_010, 'ratelimit: error']],
    ['maintenance', 500, ['error', 20_060, 'maintenance']],
    ['errorWith200', 200, ['error', 10_001, 'generic error']],
    ['401', 500, ['error', 10_100, 'apikey: invalid']],
  ] as const)('fault %s is an error array', async (fault, status, body) => {
    bitfinex.faults.set({ status: fault });
    const answer = await ask(bitfinex, '/v2/ticker/tBTCUSD');
    bitfinex.faults.clear();
    expect([answer.status, answer.json]).toEqual([status, body]);
  });

  test('the platform status shows maintenance', async () => {
    expect((await ask(bitfinex, '/v2/platform/status')).json).toEqual([1]);
    bitfinex.faults.set({ status: 'maintenance' });
    const { json } = await ask(bitfinex, '/v2/platform/status');
    bitfinex.faults.clear();
    expect(json).toEqual([0]);
  });

  test('with enforced limits 30 candle requests a minute pass, then none for a minute', async () => {
    bitfinex.faults.set({ enforceLimits: true });
    const path = '/v2/candles/trade:1D:tBTCUSD/hist?limit=1';
    for (let count = 0; count < 30; count += 1)
      expect((await ask(bitfinex, path)).status).toBe(200);
    expect((await ask(bitfinex, path)).status).toBe(429);
    clock.pass(59_000);
    expect((await ask(bitfinex, path)).status).toBe(429);
    expect((await ask(bitfinex, '/v2/ticker/tBTCUSD')).status).toBe(200);
    clock.pass(1_500);
    expect((await ask(bitfinex, path)).status).toBe(200);
    bitfinex.faults.clear();
  });
});
