import { MINUTE_MS } from '@moneytrail/calendar';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InstrumentRef, LiveSource } from '../feed.ts';
import { createMemoryAdmission } from '../http/admission.ts';
import { BTCUSD } from '../testing/instruments.ts';
import { holdClock, passTime, settle } from '../testing/pass-time.ts';
import { type LiveRecord, recordLive } from '../testing/record-live.ts';
import { startStream, type TestStream } from '../testing/start-stream.ts';
import { createTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';
import { createBitfinexLive } from './live.ts';

const START_MS = Date.UTC(2026, 0, 5, 12, 0, 10);
const MTS = START_MS - 10_000;
let stream: TestStream;
let answersPings: boolean;
let closesAfterGreeting: boolean;
let environment: TestEnvironment;
let record: LiveRecord;
let live: LiveSource;

beforeEach(async () => {
  holdClock(START_MS);
  answersPings = true;
  closesAfterGreeting = false;
  stream = await startStream((socket) => {
    stream.send(socket, { event: 'info', version: 2, platform: { status: 1 } });
    if (closesAfterGreeting) socket.close();
    socket.on('message', (data) => {
      const isPing = JSON.parse(String(data)).event === 'ping';
      if (isPing && answersPings) stream.send(socket, { event: 'pong', cid: 1 });
    });
  });
  environment = createTestEnvironment();
  record = recordLive();
  live = createBitfinexLive(
    {
      environment,
      streamUrl: stream.url,
      symbolOf: async (code) => `t${code}`,
      admission: createMemoryAdmission(environment),
      onStream: () => undefined,
    },
    record,
  );
});
afterEach(async () => {
  await settle(live.close());
  await stream.close();
  vi.useRealTimers();
});

const pings = () => stream.received.filter(({ message }) => message.event === 'ping');
const requests = () => stream.received.filter(({ message }) => message.event !== 'ping');
const subscriptions = () => stream.received.filter(({ message }) => message.event === 'subscribe');

/** Acknowledges all subscriptions so far; answers the number of BTCUSD's candle channel. */
function acknowledge(from = 0): number {
  let candles = 0;
  subscriptions()
    .slice(from)
    .forEach(({ message, socket }, index) => {
      const chanId = 1_000 + from + index;
      if (message.key === 'trade:1m:tBTCUSD') candles = chanId;
      stream.send(socket, { ...message, event: 'subscribed', chanId });
    });
  return candles;
}

async function followBtc(): Promise<number> {
  live.follow([BTCUSD]);
  await passTime(5_000, () => subscriptions().length === 2);
  const chanId = acknowledge();
  stream.send(stream.sockets[0], [
    chanId,
    [
      [MTS, 100, 101, 102, 99, 5],
      [MTS - MINUTE_MS, 98, 100, 100, 97, 7],
    ],
  ]);
  await passTime(5_000, () => record.ticks.length > 0);
  return chanId;
}

/** Advances time with a heartbeat every 15 s. */
async function beatFor(ms: number, chanId: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 15_000) {
    await passTime(15_000);
    stream.send(stream.sockets[0], [chanId, 'hb']);
  }
}

const pairs = (count: number): InstrumentRef[] =>
  Array.from({ length: count }, (_, index) => ({
    ...BTCUSD,
    code: `C${String(index).padStart(2, '0')}USD`,
  }));

test('the snapshot gives a price; a changed minute gives its changes', async () => {
  const chanId = await followBtc();
  expect(record.ticks).toEqual([{ code: 'BTCUSD', timeMs: expect.any(Number), price: 101 }]);
  stream.send(stream.sockets[0], [chanId, [MTS, 100, 103, 103, 99, 6.5]]);
  stream.send(stream.sockets[0], [chanId, [MTS, 100, 98, 103, 98, 7]]);
  stream.send(stream.sockets[0], [chanId, [MTS, 100, 99, 103, 98, 7.25]]);
  await passTime(5_000, () => record.ticks.length === 4);
  expect(record.ticks.slice(1)).toMatchObject([
    { price: 103, high: 103, volume: 1.5 },
    { price: 98, low: 98, volume: 0.5 },
    { price: 99, volume: 0.25 },
  ]);
  expect(record.ticks[1]).not.toHaveProperty('low');
  expect(record.ticks[3]).not.toHaveProperty('high');
});

test('a new minute begins with its open, followed by its state', async () => {
  const chanId = await followBtc();
  stream.send(stream.sockets[0], [chanId, [MTS + MINUTE_MS, 101, 105, 106, 100.5, 2]]);
  await passTime(5_000, () => record.ticks.length === 3);
  expect(record.ticks.slice(1)).toMatchObject([
    { timeMs: MTS + MINUTE_MS, price: 101 },
    { price: 105, high: 106, low: 100.5, volume: 2 },
  ]);
});

test('a correction of an older minute is left to the history', async () => {
  const chanId = await followBtc();
  stream.send(stream.sockets[0], [chanId, [MTS - MINUTE_MS, 98, 90, 100, 90, 9]]);
  stream.send(stream.sockets[0], [chanId, 'hb']);
  await passTime(1_000);
  expect(record.ticks).toHaveLength(1);
});

test('bid and ask come with the last traded price and open no new minute', async () => {
  const chanId = await followBtc();
  await beatFor(2 * MINUTE_MS, chanId);
  const row = [100.5, 3, 101.5, 4, 20, 0.25, 101, 900, 110, 80, 'new'];
  stream.send(stream.sockets[0], [chanId + 1, row]);
  stream.send(stream.sockets[0], [chanId + 1, row]);
  await passTime(5_000, () => record.ticks.length > 1);
  expect(record.ticks.slice(1)).toEqual([
    {
      code: 'BTCUSD',
      timeMs: MTS + MINUTE_MS - 1,
      price: 101,
      bid: 100.5,
      ask: 101.5,
    },
  ]);
});

test('adding or removing an instrument changes only its own channels', async () => {
  await followBtc();
  live.follow([BTCUSD, { ...BTCUSD, code: 'ETHUSD' }]);
  await passTime(5_000, () => subscriptions().length === 4);
  expect(stream.sockets).toHaveLength(1);
  acknowledge(2);
  await passTime(500);
  live.follow([{ ...BTCUSD, code: 'ETHUSD' }]);
  await passTime(5_000, () => requests().length === 6);
  const unsubscribed = requests()
    .slice(4)
    .map(({ message }) => message);
  expect(unsubscribed).toEqual([
    { event: 'unsubscribe', chanId: 1_000 },
    { event: 'unsubscribe', chanId: 1_001 },
  ]);
});

test('a channel acknowledged after its pair was removed is closed', async () => {
  live.follow([BTCUSD, { ...BTCUSD, code: 'ETHUSD' }]);
  await passTime(5_000, () => subscriptions().length === 4);
  live.follow([BTCUSD]);
  acknowledge();
  await passTime(5_000, () => requests().length === 6);
  expect(
    requests()
      .slice(4)
      .map(({ message }) => message.event),
  ).toEqual(['unsubscribe', 'unsubscribe']);
});

test('no connection has more than 25 channels', async () => {
  live.follow(pairs(30));
  await passTime(10_000, () => subscriptions().length === 60);
  expect(stream.sockets).toHaveLength(3);
  for (const socket of stream.sockets) {
    const own = subscriptions().filter((one) => one.socket === socket);
    expect(own.length).toBeLessThanOrEqual(25);
  }
  await passTime(1_000, () => record.connected.length > 0);
  expect(record.connected).toEqual([null]);
});

test('connections are opened within the vendor’s limit of 20 a minute', async () => {
  live.follow(pairs(12 * 18));
  await passTime(5_000);
  expect(stream.sockets).toHaveLength(16);
  await passTime(61_000, () => stream.sockets.length >= 18);
  expect(stream.sockets.length).toBeGreaterThanOrEqual(18);
});

test('the vendor’s restart leads to a new connection with new channel numbers', async () => {
  const chanId = await followBtc();
  stream.send(stream.sockets[0], { event: 'info', code: 20_051, msg: 'Stopping' });
  await passTime(5_000, () => subscriptions().length === 4);
  expect(record.lost).toEqual(['the vendor restarts its stream']);
  expect(stream.sockets).toHaveLength(2);
  stream.send(stream.sockets[1], [chanId, [MTS, 1, 1, 1, 1, 1]]);
  await passTime(500);
  expect(record.ticks).toHaveLength(1);
  expect(record.connected).toEqual([null, expect.any(Number)]);
});

test('maintenance pauses without a new connection, and its end subscribes everything again', async () => {
  await followBtc();
  const before = Date.now();
  stream.send(stream.sockets[0], { event: 'info', code: 20_060, msg: 'Entering maintenance' });
  await passTime(5_000, () => record.lost.length > 0);
  expect(record.lost).toEqual(['Bitfinex is in maintenance']);
  stream.send(stream.sockets[0], { event: 'info', code: 20_061, msg: 'Maintenance ended' });
  await passTime(5_000, () => subscriptions().length === 4);
  expect(stream.sockets).toHaveLength(1);
  expect(subscriptions()).toHaveLength(4);
  expect(record.connected[1]).toBeLessThanOrEqual(before + 1_000);
});

test('a connection that stops answering pings is dead after ten seconds of silence', async () => {
  await followBtc();
  answersPings = false;
  const before = pings().length;
  await passTime(9_500);
  expect([pings().length - before, record.lost]).toEqual([1, []]);
  await passTime(1_000, () => record.lost.length > 0);
  expect(record.lost).toEqual(['silent for 10 s']);
  await passTime(5_000, () => stream.sockets.length === 2);
  expect(stream.sockets).toHaveLength(2);
});

test('a connection that never answered a ping is dead after thirty seconds without a heartbeat', async () => {
  answersPings = false;
  await followBtc();
  await passTime(29_000);
  expect([pings().length > 0, record.lost]).toEqual([true, []]);
  await passTime(3_000, () => record.lost.length > 0);
  expect(record.lost).toEqual(['silent for 30 s']);
});

test('a vendor that greets and closes is retried less and less often', async () => {
  closesAfterGreeting = true;
  live.follow([BTCUSD]);
  await passTime(20_000, () => stream.sockets.length > 7);
  expect(stream.sockets.length).toBeGreaterThan(2);
  expect(stream.sockets.length).toBeLessThan(8);
});

test('a connection without heartbeats for thirty seconds is dead even if it answers pings', async () => {
  await followBtc();
  await passTime(29_000);
  expect([pings().length > 3, record.lost]).toEqual([true, []]);
  await passTime(3_000, () => record.lost.length > 0);
  expect(record.lost).toEqual(['silent for 30 s']);
  expect(environment.reports).toEqual([]);
});

test('a heartbeat is enough to be alive', async () => {
  const chanId = await followBtc();
  await beatFor(MINUTE_MS, chanId);
  await passTime(1_000);
  expect(record.lost).toEqual([]);
});

test('messages that are not understood are reported and do not end the connection', async () => {
  const chanId = await followBtc();
  stream.sockets[0]?.send('not json');
  stream.send(stream.sockets[0], { event: 'something new' });
  stream.send(stream.sockets[0], [chanId, ['a', 'b']]);
  stream.send(stream.sockets[0], { event: 'error', code: 10_300, msg: 'subscribe: failed' });
  await passTime(1_000, () => environment.reports.length >= 4);
  expect(environment.reports).toHaveLength(4);
  expect(record.lost).toEqual([]);
});

test('a source without a stream URL fails with that message', () => {
  const deps = {
    environment,
    streamUrl: undefined,
    symbolOf: async () => '',
    admission: createMemoryAdmission(environment),
    onStream: () => undefined,
  };
  expect(() => createBitfinexLive(deps, record)).toThrow('Bitfinex: streamUrl is not set');
});
