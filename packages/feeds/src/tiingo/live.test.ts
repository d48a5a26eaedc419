import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveSource } from '../feed.ts';
import { AAPL, BTCUSD, EURUSD } from '../testing/instruments.ts';
import { holdClock, passTime, settle } from '../testing/pass-time.ts';
import { type LiveRecord, recordLive } from '../testing/record-live.ts';
import { startStream, type TestStream } from '../testing/start-stream.ts';
import { createTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';
import { createTiingoLive } from './live.ts';

const TIME = '2026-01-05T12:00:00.123456+00:00';
let stream: TestStream;
let environment: TestEnvironment;
let record: LiveRecord;
let live: LiveSource;

const createLive = () =>
  createTiingoLive(
    { environment, streamUrl: stream.url, token: 'secret-token', onStream: () => undefined },
    record,
  );

beforeEach(async () => {
  holdClock(Date.parse('2026-01-05T12:00:00Z'));
  stream = await startStream();
  environment = createTestEnvironment();
  record = recordLive();
  live = createLive();
});
afterEach(async () => {
  await settle(live.close());
  await stream.close();
  vi.useRealTimers();
});

const SUCCESS = { code: 200, message: 'Success' };

async function received(count: number): Promise<Record<string, unknown>[]> {
  await passTime(10_000, () => stream.received.length >= count);
  return stream.received.map(({ message }) => message);
}

function confirm(subscriptionId = 13_706): void {
  stream.send(stream.sockets.at(-1), {
    messageType: 'I',
    data: { subscriptionId },
    response: SUCCESS,
  });
  stream.send(stream.sockets.at(-1), {
    messageType: 'H',
    response: { code: 200, message: 'HeartBeat' },
  });
}

async function sendData(...data: unknown[]): Promise<void> {
  const before = record.ticks.length;
  for (const row of data) stream.send(stream.sockets.at(-1), { messageType: 'A', data: row });
  await passTime(1_000, () => record.ticks.length > before);
  await passTime(100);
}

test('a trade is a price with its size; a quote refreshes bid and ask at the last trade', async () => {
  live.follow([BTCUSD]);
  expect(await received(1)).toEqual([
    {
      eventName: 'subscribe',
      authorization: 'secret-token',
      eventData: { thresholdLevel: 2, tickers: ['btcusd'] },
    },
  ]);
  confirm();
  await sendData(
    ['Q', 'btcusd', TIME, 'gdax', 1, 59_999, 60_000, 2, 60_001],
    ['T', 'btcusd', TIME, 'gdax', 0.01, 60_000.1],
    ['Q', 'btcusd', '2026-01-05T12:05:00.1+00:00', 'gdax', 1, 60_000, 60_000.5, 2, 60_001],
    ['T', 'ethusd', TIME, 'gdax', 1, 3_000],
  );
  const timeMs = Date.parse('2026-01-05T12:00:00.123Z');
  expect(record.ticks).toEqual([
    { code: 'BTCUSD', timeMs, price: 60_000.1, volume: 0.01 },
    { code: 'BTCUSD', timeMs, price: 60_000.1, bid: 60_000, ask: 60_001 },
  ]);
  expect(record.connected).toEqual([null]);
});

test('a currency pair’s price is the mid price of its quote', async () => {
  live.follow([EURUSD]);
  await received(1);
  confirm();
  await sendData(['Q', 'eurusd', TIME, 1_000_000, 1.0849, 1.085, 1_000_000, 1.0851]);
  expect(record.ticks).toMatchObject([{ code: 'EURUSD', price: 1.085, bid: 1.0849, ask: 1.0851 }]);
  expect(record.ticks[0]).not.toHaveProperty('volume');
});

test('a share’s reference price is read with nanoseconds and New York’s offset', async () => {
  live.follow([AAPL]);
  await received(1);
  confirm();
  await sendData(['2026-01-05T10:30:00.383129126-05:00', 'aapl', 232.4]);
  expect(record.ticks).toEqual([
    { code: 'AAPL', timeMs: Date.parse('2026-01-05T15:30:00.383Z'), price: 232.4 },
  ]);
});

test('each service has its own connection, open only while it is needed', async () => {
  live.follow([AAPL, BTCUSD, EURUSD]);
  await received(3);
  expect(stream.sockets).toHaveLength(3);
  live.follow([AAPL]);
  await passTime(
    1_000,
    () => stream.sockets.filter((socket) => socket.readyState === 1).length === 1,
  );
  expect(stream.sockets.filter((socket) => socket.readyState === 1)).toHaveLength(1);
});

test('changes are sent with the subscription’s id, even those made before it arrived', async () => {
  live.follow([BTCUSD]);
  await received(1);
  live.follow([BTCUSD, { ...BTCUSD, code: 'ETHUSD' }]);
  confirm(7);
  const added = (await received(2))[1];
  expect(added).toMatchObject({
    eventName: 'subscribe',
    eventData: { subscriptionId: 7, tickers: ['ethusd'] },
  });
  live.follow([{ ...BTCUSD, code: 'ETHUSD' }]);
  const removed = (await received(3))[2];
  expect(removed).toMatchObject({
    eventName: 'unsubscribe',
    eventData: { subscriptionId: 7, tickers: ['btcusd'] },
  });
});

test('a level that the plan refuses is lowered', async () => {
  live.follow([BTCUSD]);
  await received(1);
  stream.send(stream.sockets[0], {
    messageType: 'E',
    response: { code: 400, message: 'thresholdLevel not valid for your subscription tier' },
  });
  expect((await received(2))[1]).toMatchObject({
    eventData: { thresholdLevel: 5, tickers: ['btcusd'] },
  });
  expect(record.lost).toEqual([]);
});

test('a refused key is reported without the key and not retried within a minute', async () => {
  live.follow([BTCUSD]);
  await received(1);
  stream.send(stream.sockets[0], {
    messageType: 'E',
    response: { code: 401, message: 'bad secret-token' },
  });
  await passTime(5_000, () => record.lost.length > 0);
  expect(record.lost).toEqual(['Tiingo: stream refused, 401 bad ***']);
  await passTime(55_000);
  expect(stream.sockets).toHaveLength(1);
  await passTime(10_000, () => stream.sockets.length === 2);
  expect(stream.sockets).toHaveLength(2);
});

test('a connection without heartbeats for 45 s is dead even if it answers pings, and is replaced', async () => {
  live.follow([BTCUSD]);
  await received(1);
  confirm();
  await passTime(44_000);
  expect(record.lost).toEqual([]);
  await received(2);
  expect(record.lost).toEqual(['silent for 45 s']);
  confirm(8);
  await passTime(1_000, () => record.connected.length === 2);
  expect(record.connected).toEqual([null, expect.any(Number)]);
  expect(stream.received[1]?.message).toMatchObject({
    eventData: { thresholdLevel: 2, tickers: ['btcusd'] },
  });
});

test('a connection that stops answering pings is dead after ten seconds of silence', async () => {
  live.follow([BTCUSD]);
  await received(1);
  confirm();
  await passTime(6_000);
  stream.sockets[0]?.pause();
  await passTime(12_000, () => record.lost.length > 0);
  expect(record.lost).toEqual(['silent for 10 s']);
});

test('a vendor that never answers pings does not count as dead', async () => {
  await settle(live.close());
  await stream.close();
  stream = await startStream(undefined, { autoPong: false });
  live = createLive();
  live.follow([BTCUSD]);
  await received(1);
  confirm();
  await passTime(40_000);
  expect([record.lost, stream.sockets.length]).toEqual([[], 1]);
});

test('data that is not understood is reported and does not end the connection', async () => {
  live.follow([BTCUSD]);
  await received(1);
  confirm();
  await sendData(['X', 'btcusd'], { odd: true });
  expect(environment.reports).toHaveLength(2);
  expect(record.lost).toEqual([]);
});
