import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../start-simulators.ts';
import { rowsOf } from '../testing/ask.ts';
import { type HeldClock, holdClock } from '../testing/held-clock.ts';
import { type Listener, listen } from '../testing/listen.ts';

let clock: HeldClock;
let tiingo: Simulator;
const open: Listener[] = [];

beforeEach(async () => {
  clock = holdClock('2026-11-20T16:10:20Z');
  tiingo = await startSimulator('Tiingo', { now: clock.now, tickIntervalMs: 5 });
});
afterEach(async () => {
  for (const client of open.splice(0)) client.close();
  await tiingo.close();
});

async function connect(path: string): Promise<Listener> {
  const client = await listen(tiingo.streamUrl + path);
  open.push(client);
  return client;
}

function request(eventData: unknown, eventName = 'subscribe', authorization = tiingo.apiKey) {
  return { eventName, authorization, eventData };
}

const isOfType = (type: string) => (message: unknown) =>
  typeof message === 'object' &&
  message !== null &&
  'messageType' in message &&
  message.messageType === type;

async function dataOf(client: Listener): Promise<unknown[]> {
  const message = await client.next(isOfType('A'));
  if (typeof message !== 'object' || message === null || !('data' in message)) return [];
  return Array.isArray(message.data) ? message.data : [];
}

describe('a subscription', () => {
  test('is confirmed with an id, and gets a heartbeat at once and every 30 seconds', async () => {
    const client = await connect('/crypto');
    client.send(request({ thresholdLevel: 5, tickers: ['btcusd'] }));
    expect(await client.next()).toEqual({
      messageType: 'I',
      data: { subscriptionId: expect.any(Number) },
      response: { code: 200, message: 'Success' },
    });
    const heartbeat = { messageType: 'H', response: { code: 200, message: 'HeartBeat' } };
    expect(await client.next()).toEqual(heartbeat);
    clock.pass(30_000);
    expect(await client.next(isOfType('H'))).toEqual(heartbeat);
  });

  test('is changed by its id', async () => {
    const client = await connect('/crypto');
    client.send(request({ thresholdLevel: 5, tickers: ['btcusd'] }));
    const info = await client.next(isOfType('I'));
    const id = JSON.parse(JSON.stringify(info)).data.subscriptionId;
    client.send(request({ subscriptionId: id, tickers: ['ethusd'] }));
    expect(await client.next(isOfType('I'))).toMatchObject({
      data: { tickers: ['btcusd', 'ethusd'], thresholdLevel: '5' },
    });
    client.send(request({ subscriptionId: id, tickers: ['btcusd'] }, 'unsubscribe'));
    expect(await client.next(isOfType('I'))).toMatchObject({ data: { tickers: ['ethusd'] } });
  });

  test.each([
    ['/crypto', 3],
    ['/fx', 6],
    ['/iex', 5],
  ])('of %s at a level outside the plan is refused', async (path, thresholdLevel) => {
    const client = await connect(path);
    client.send(request({ thresholdLevel, tickers: ['*'] }));
    expect(await client.next()).toEqual({
      messageType: 'E',
      response: { code: 400, message: 'thresholdLevel not valid for your subscription tier' },
    });
  });

  test('with a wrong token is refused', async () => {
    const client = await connect('/crypto');
    client.send(request({ thresholdLevel: 5, tickers: ['btcusd'] }, 'subscribe', 'other'));
    expect(await client.next()).toMatchObject({ messageType: 'E', response: { code: 401 } });
  });
});

test('level 5 has crypto trades, level 2 also quotes', async () => {
  const client = await connect('/crypto');
  client.send(request({ thresholdLevel: 2, tickers: ['BTCUSD'] }));
  await client.next(isOfType('H'));
  clock.pass(1_000);
  const price = expect.any(Number);
  const stamp = '2026-11-20T16:10:21.000000+00:00';
  expect(await dataOf(client)).toEqual(['T', 'btcusd', stamp, 'gdax', price, price]);
  const quote = await dataOf(client);
  expect(quote).toEqual(['Q', 'btcusd', stamp, 'gdax', price, price, price, price, price]);
  const [bid, mid, ask] = [Number(quote[5]), Number(quote[6]), Number(quote[8])];
  expect(mid).toBeCloseTo((bid + ask) / 2, 6);
});

test('the trades of a minute add up to its bar', async () => {
  clock.passTo('2026-11-20T16:10:59.999Z');
  const client = await connect('/crypto');
  client.send(request({ thresholdLevel: 5, tickers: ['ethusd'] }));
  await client.next(isOfType('H'));
  const trades: unknown[][] = [];
  for (let second = 0; second < 60; second += 1) {
    clock.passTo(`2026-11-20T16:11:${String(second).padStart(2, '0')}Z`);
    trades.push(await dataOf(client));
  }
  const path =
    '/tiingo/crypto/prices?tickers=ethusd&resampleFreq=1min&startDate=2026-11-20T16:11:00Z';
  const [series] = await rowsOf(tiingo, path);
  const prices = trades.map((trade) => Number(trade[5]));
  const bar = JSON.parse(JSON.stringify(series)).priceData[0];
  expect(bar).toMatchObject({
    open: prices[0],
    close: prices.at(-1),
    high: Math.max(...prices),
    low: Math.min(...prices),
  });
  expect(bar.volume).toBeCloseTo(
    trades.reduce((sum, trade) => sum + Number(trade[4]), 0),
    6,
  );
});

test('forex quotes have size before price on both sides', async () => {
  const client = await connect('/fx');
  client.send(request({ thresholdLevel: 5, tickers: ['eurusd'] }));
  await client.next(isOfType('H'));
  clock.pass(1_000);
  const [type, ticker, , bidSize, bid, mid, askSize, ask] = await dataOf(client);
  expect([type, ticker, bidSize, askSize]).toEqual(['Q', 'eurusd', 1_000_000, 1_000_000]);
  expect(Number(mid)).toBeCloseTo((Number(bid) + Number(ask)) / 2, 6);
});

test('IEX reference prices carry nanoseconds and New York’s offset', async () => {
  const client = await connect('/iex');
  client.send(request({ thresholdLevel: 6, tickers: ['aapl'] }));
  await client.next(isOfType('H'));
  clock.pass(1_000);
  expect(await dataOf(client)).toEqual([
    '2026-11-20T11:10:21.000000000-05:00',
    'aapl',
    expect.any(Number),
  ]);
});

test('a closed market sends only heartbeats', async () => {
  clock.passTo('2026-11-21T12:00:00Z');
  const client = await connect('/iex');
  client.send(request({ thresholdLevel: 6, tickers: ['*'] }));
  await client.next(isOfType('H'));
  clock.pass(30_000);
  expect(await client.next((message) => !isOfType('I')(message))).toMatchObject({
    messageType: 'H',
  });
});

test('a path without a service accepts no connection', async () => {
  await expect(listen(`${tiingo.streamUrl}/boats`)).rejects.toThrow();
});
