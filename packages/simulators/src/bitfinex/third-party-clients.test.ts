import bfxRest from 'bfx-api-node-rest';
import ccxt from 'ccxt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../start-simulators.ts';
import { numbersOf } from '../testing/ask.ts';

let bitfinex: Simulator;
beforeAll(async () => {
  bitfinex = await startSimulator('Bitfinex', { tickIntervalMs: 100 });
});
afterAll(() => bitfinex.close());

describe('ccxt', () => {
  let client: InstanceType<typeof ccxt.pro.bitfinex>;
  beforeAll(async () => {
    const { restUrl, streamUrl } = bitfinex;
    client = new ccxt.pro.bitfinex({ enableRateLimit: false });
    // Loads the agent for unencrypted streams.
    await client.loadHttpProxyAgent().catch(() => {});
    const ws = { public: streamUrl, private: streamUrl };
    client.urls.api = { v1: restUrl, public: restUrl, private: restUrl, ws };
    await client.loadMarkets();
  });
  afterAll(() => client.close());

  test('reads every pair from the two conf requests', () => {
    expect(Object.keys(client.markets ?? {})).toEqual(
      expect.arrayContaining(['BTC/USD', 'ETH/USD', 'AVAX/USD', 'BTC/USDT']),
    );
  });

  test.each(['1m', '5m', '15m', '30m', '1h', '3h', '4h', '6h', '12h', '1d', '1w', '1M'])(
    'reads candles of %s, ascending and sound',
    async (frame) => {
      const rows = await client.fetchOHLCV('BTC/USD', frame, undefined, 5);
      expect(rows).toHaveLength(5);
      expect(rows.map(([time]) => time)).toEqual(rows.map(([time]) => time).toSorted());
      for (const [, open = 0, high = 0, low = 0, close = 0] of rows) {
        expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)));
        expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)));
      }
    },
  );

  test('reads candles from a start time', async () => {
    const since = Date.now() - 3 * 86_400_000;
    const rows = await client.fetchOHLCV('ETH/USD', '1h', since, 4);
    expect(rows).toHaveLength(4);
    expect(Number(rows[0]?.[0])).toBeGreaterThanOrEqual(since);
    expect(Number(rows[0]?.[0])).toBeLessThan(since + 3_600_001);
  });

  test('reads ticker, tickers, trades and book', async () => {
    const ticker = await client.fetchTicker('AVAX/USD');
    expect(Number(ticker.bid)).toBeLessThan(Number(ticker.ask));
    expect(Object.keys(await client.fetchTickers())).toContain('BTC/USD');
    const trades = await client.fetchTrades('BTC/USD', undefined, 10);
    expect(trades).toHaveLength(10);
    const { bids, asks } = await client.fetchOrderBook('BTC/USD');
    expect(Number(bids[0]?.[0])).toBeLessThan(Number(asks[0]?.[0]));
    expect(Number(bids[0]?.[0])).toBeGreaterThan(1_000);
  });

  test('follows candles, ticker and trades live', async () => {
    const snapshot = await client.watchOHLCV('BTC/USD', '1m');
    expect(snapshot.length).toBeGreaterThan(100);
    const update = await client.watchOHLCV('BTC/USD', '1m');
    expect(Number(update.at(-1)?.[0])).toBeGreaterThanOrEqual(Number(snapshot.at(-1)?.[0]));
    expect((await client.watchTicker('ETH/USD')).last).toBeGreaterThan(0);
    expect((await client.watchTrades('ETH/USD')).length).toBeGreaterThan(0);
  });

  test("maps the provider's errors to its own", async () => {
    const kinds: string[] = [];
    for (const status of ['429', '500', '401'] as const) {
      bitfinex.faults.set({ status });
      kinds.push(
        await client.fetchTicker('BTC/USD').then(String, (error: Error) => error.constructor.name),
      );
    }
    bitfinex.faults.clear();
    expect(kinds).toEqual(['RateLimitExceeded', 'ExchangeError', 'AuthenticationError']);
  });
});

describe('bfx-api-node-rest', () => {
  const client = () => new bfxRest.RESTv2({ url: bitfinex.restUrl, transform: false });

  test('reads candles in their wire format', async () => {
    const query = { limit: 3, end: Date.now() - 120_000 };
    const rows = await client().candles({
      timeframe: '1m',
      symbol: 'tBTCUSD',
      section: 'hist',
      query,
    });
    expect(rows).toEqual(
      await numbersOf(bitfinex, `/v2/candles/trade:1m:tBTCUSD/hist?limit=3&end=${query.end}`),
    );
  });

  test('reads tickers and status', async () => {
    expect(await client().tickers({ symbols: ['tBTCUSD', 'tETHUSD'] })).toHaveLength(2);
    expect(await client().status()).toEqual([1]);
  });

  test('returns code and message of an error', async () => {
    await expect(client().ticker('tXX')).rejects.toMatchObject({
      code: 10_020,
      response: 'symbol: invalid',
    });
  });
});
