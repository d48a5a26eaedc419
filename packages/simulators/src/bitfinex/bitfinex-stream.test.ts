import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { startSimulator } from '../start-simulators.ts';
import { numbersOf } from '../testing/ask.ts';
import { type HeldClock, holdClock } from '../testing/held-clock.ts';
import { type Listener, listen } from '../testing/listen.ts';

const CANDLES = { event: 'subscribe', channel: 'candles', key: 'trade:1m:tBTCUSD' };
let clock: HeldClock;
let bitfinex: Simulator;
let client: Listener;

beforeEach(async () => {
  clock = holdClock('2026-11-20T16:10:20Z');
  bitfinex = await startSimulator('Bitfinex', { now: clock.now, tickIntervalMs: 5 });
  client = await listen(bitfinex.streamUrl ?? '');
});
afterEach(async () => {
  client.close();
  await bitfinex.close();
});

const isEvent = (name: string) => (message: unknown) =>
  typeof message === 'object' && message !== null && 'event' in message && message.event === name;
const isOf = (channel: unknown) => (message: unknown) =>
  Array.isArray(message) && message[0] === channel;

/** Subscribes and returns the channel's id. */
async function subscribe(request: Record<string, unknown>): Promise<unknown> {
  client.send(request);
  const answer = await client.next(isEvent('subscribed'));
  return typeof answer === 'object' && answer !== null && 'chanId' in answer ? answer.chanId : null;
}

/** The payload of the next message of a channel. */
async function payload(channel: unknown): Promise<unknown> {
  const message = await client.next(isOf(channel));
  return Array.isArray(message) ? message[1] : null;
}

test('a new connection gets version and status of the platform', async () => {
  expect(await client.next()).toMatchObject({ event: 'info', version: 2, platform: { status: 1 } });
});

describe('candles', () => {
  test('start with a snapshot, newest first, equal to the history over REST', async () => {
    const channel = await subscribe(CANDLES);
    const snapshot = await payload(channel);
    expect(snapshot).toEqual(
      await numbersOf(bitfinex, '/v2/candles/trade:1m:tBTCUSD/hist?limit=240'),
    );
  });

  test('are sent whenever the forming one changes, and agree with REST', async () => {
    const channel = await subscribe(CANDLES);
    await payload(channel);
    for (let second = 0; second < 3; second += 1) {
      clock.pass(1_000);
      const update = await payload(channel);
      expect(update).toEqual(
        (await numbersOf(bitfinex, '/v2/candles/trade:1m:tBTCUSD/hist?limit=1'))[0],
      );
    }
  });

  test('end one minute and start the next without a gap', async () => {
    const channel = await subscribe(CANDLES);
    await payload(channel);
    clock.passTo('2026-11-20T16:11:01Z');
    const [last, next] = [await payload(channel), await payload(channel)];
    const rows = await numbersOf(bitfinex, '/v2/candles/trade:1m:tBTCUSD/hist?limit=2');
    expect([next, last]).toEqual(rows);
  });

  test('of an unknown pair or frame are refused with 10300, repeating the request', async () => {
    for (const key of ['trade:1m:tNOPE', 'trade:2m:tBTCUSD', 'nonsense']) {
      client.send({ ...CANDLES, key });
      expect(await client.next(isEvent('error'))).toMatchObject({
        channel: 'candles',
        key,
        code: 10_300,
      });
    }
  });
});

test('the ticker is an array of ten and follows the price', async () => {
  const channel = await subscribe({ event: 'subscribe', channel: 'ticker', symbol: 'tETHUSD' });
  expect(await payload(channel)).toHaveLength(10);
  clock.pass(7_000);
  const ticker = await payload(channel);
  const [candle] = await numbersOf(bitfinex, '/v2/candles/trade:1m:tETHUSD/hist?limit=1');
  expect(Array.isArray(ticker) && ticker[6]).toBe(candle?.[2]);
});

test('trades are sent twice, executed and booked', async () => {
  const channel = await subscribe({ event: 'subscribe', channel: 'trades', symbol: 'tBTCUSD' });
  expect(await payload(channel)).toHaveLength(30);
  clock.pass(1_000);
  const [executed, booked] = [await client.next(isOf(channel)), await client.next(isOf(channel))];
  expect(executed).toEqual([channel, 'te', expect.any(Array)]);
  expect(booked).toEqual([channel, 'tu', Array.isArray(executed) ? executed[2] : null]);
});

test('a channel without updates sends a heartbeat after 15 seconds', async () => {
  const channel = await subscribe({ ...CANDLES, key: 'trade:1m:tUNIUSD' });
  await payload(channel);
  clock.passTo('2026-11-20T16:10:21Z');
  for (let minute = 11; ; minute += 1) {
    clock.passTo(`2026-11-20T16:${minute}:15Z`);
    if ((await payload(channel)) === 'hb') break;
  }
});

test('a ping is answered with its own id', async () => {
  client.send({ event: 'ping', cid: 1_234 });
  expect(await client.next(isEvent('pong'))).toEqual({
    event: 'pong',
    ts: clock.now(),
    cid: 1_234,
  });
});

test('flags add sequence and time to every data message', async () => {
  client.send({ event: 'conf', flags: 32_768 + 65_536 });
  expect(await client.next(isEvent('conf'))).toMatchObject({ status: 'OK' });
  const channel = await subscribe(CANDLES);
  expect(await client.next(isOf(channel))).toEqual([channel, expect.any(Array), 1, clock.now()]);
});

test('unsubscribing ends a channel; ending it twice is refused with 10400', async () => {
  const chanId = await subscribe(CANDLES);
  client.send({ event: 'unsubscribe', chanId });
  expect(await client.next(isEvent('unsubscribed'))).toEqual({
    event: 'unsubscribed',
    status: 'OK',
    chanId,
  });
  client.send({ event: 'unsubscribe', chanId });
  expect(await client.next(isEvent('error'))).toMatchObject({ code: 10_400 });
});

test('double subscriptions, unknown channels and the 26th channel are refused', async () => {
  const refusal = async (request: unknown) => {
    client.send(request);
    const error = await client.next(isEvent('error'));
    return typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  };
  await subscribe(CANDLES);
  expect(await refusal(CANDLES)).toBe(10_301);
  expect(await refusal({ event: 'subscribe', channel: 'weather' })).toBe(10_302);
  const frames = ['1m', '5m', '15m', '30m', '1h', '3h', '6h', '12h', '1D', '1W', '14D', '1M'];
  const keys = ['tETHUSD', 'tLTCUSD'].flatMap((symbol) =>
    frames.map((frame) => `trade:${frame}:${symbol}`),
  );
  for (const key of keys) await subscribe({ ...CANDLES, key });
  expect(await refusal({ ...CANDLES, key: 'trade:1m:tXRPUSD' })).toBe(10_305);
});

describe('interruptions', () => {
  test('maintenance is announced with 20060 and 20061, and ends every channel', async () => {
    const chanId = await subscribe(CANDLES);
    bitfinex.faults.set({ status: 'maintenance' });
    expect(await client.next(isEvent('info'))).toMatchObject({ version: 2 });
    expect(await client.next(isEvent('info'))).toMatchObject({ code: 20_060 });
    bitfinex.faults.clear();
    expect(await client.next(isEvent('info'))).toMatchObject({ code: 20_061 });
    client.send({ event: 'unsubscribe', chanId });
    expect(await client.next(isEvent('error'))).toMatchObject({ code: 10_400 });
    expect(await subscribe(CANDLES)).not.toBe(chanId);
  });

  test('an announced restart sends 20051 before it closes', async () => {
    bitfinex.disconnectStreams({ announced: true });
    expect(
      await client.next((message) => isEvent('info')(message) && !('version' in Object(message))),
    ).toMatchObject({
      code: 20_051,
    });
    expect(await client.closed).toBe(1_012);
  });

  test('a cut closes without a frame, and a provider that is down accepts no connection', async () => {
    bitfinex.disconnectStreams();
    expect(await client.closed).toBe(1_006);
    bitfinex.faults.set({ down: true });
    await expect(listen(bitfinex.streamUrl ?? '')).rejects.toThrow();
  });

  test('with enforced limits the 21st connection in a minute is refused', async () => {
    bitfinex.faults.set({ enforceLimits: true });
    const open: Listener[] = [];
    for (let count = 0; count < 20; count += 1) open.push(await listen(bitfinex.streamUrl ?? ''));
    await expect(listen(bitfinex.streamUrl ?? '')).rejects.toThrow();
    for (const one of open) one.close();
  });
});
