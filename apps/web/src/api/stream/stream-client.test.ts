import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { StreamMessage } from '@moneytrail/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { createFakeClock, type FakeClock } from '../../lib/testing/fake-clock.ts';
import { createStreamClient, type StreamClient } from './stream-client.ts';

const CHANNEL = { symbol: 'FMP:BTC/USD', resolution: '1' } as const;
const QUOTE = { price: 5, timeMs: 60_000, bid: null, ask: null, previousClose: null };
const UPDATE: StreamMessage = {
  type: 'update',
  ...CHANNEL,
  bar: { time: 60_000, open: 4, high: 6, low: 3, close: 5, volume: 1 },
  closed: null,
  quote: QUOTE,
};

let server: WebSocketServer;
let clock: FakeClock;
let client: StreamClient;
let tickets: number;
let heard: unknown[];
let sockets: ServerSocket[];
let stopWatching: (() => void)[];

/** Waits for something that other processes decide: real sockets know no fake clock. */
const until = (condition: () => void) => vi.waitFor(condition, { timeout: 5_000, interval: 5 });

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  clock = createFakeClock(Date.UTC(2026, 10, 20));
  tickets = 0;
  heard = [];
  sockets = [];
  stopWatching = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  });
  client = createStreamClient({
    clock,
    random: () => 0.5,
    address: async () => {
      tickets += 1;
      const { port } = server.address() as AddressInfo;
      return `ws://127.0.0.1:${port}/api/stream?ticket=${tickets}`;
    },
  });
});

afterEach(async () => {
  for (const stop of stopWatching) stop();
  for (const socket of server.clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

function watch(listener: Parameters<StreamClient['watch']>[1] = { onUpdate: () => {} }) {
  const stop = client.watch(CHANNEL, listener);
  stopWatching.push(stop);
  return stop;
}

async function open(listener?: Parameters<StreamClient['watch']>[1]) {
  const stop = watch(listener);
  await until(() => expect(heard).toHaveLength(1));
  return stop;
}

describe('the client of the live stream', () => {
  it('subscribes what is watched and passes updates of that channel on', async () => {
    const updates: unknown[] = [];
    await open({ onUpdate: (update) => updates.push(update) });
    expect(heard).toEqual([{ type: 'subscribe', channels: [CHANNEL] }]);
    sockets[0]?.send(JSON.stringify({ ...UPDATE, resolution: '5' }));
    sockets[0]?.send(JSON.stringify(UPDATE));
    await until(() => expect(updates).toEqual([UPDATE]));
  });

  it('makes one connection for many channels and unsubscribes what nobody watches', async () => {
    await open();
    const stop = client.watch({ symbol: 'FMP:AAPL', resolution: '1D' }, { onUpdate: () => {} });
    await until(() => expect(heard).toHaveLength(2));
    stop();
    await until(() => expect(heard).toHaveLength(3));
    expect(heard[2]).toEqual({
      type: 'unsubscribe',
      channels: [{ symbol: 'FMP:AAPL', resolution: '1D' }],
    });
    expect(tickets).toBe(1);
  });

  it('keeps the connection for a moment when the chart changes its symbol', async () => {
    const stop = await open();
    stop();
    await clock.advance(1_000);
    watch();
    await until(() => expect(heard).toHaveLength(3));
    await clock.advance(10_000);
    expect(client.state.get().kind).toBe('open');
    expect(tickets).toBe(1);
  });

  it('closes after the last watcher has gone', async () => {
    const stop = await open();
    stop();
    await clock.advance(6_000);
    expect(client.state.get()).toEqual({ kind: 'down' });
    await until(() => expect(server.clients.size).toBe(0));
  });

  it('connects again with a new ticket after a loss, subscribes again and tells who watches', async () => {
    let restored = 0;
    await open({
      onUpdate: () => {},
      onRestored: () => {
        restored += 1;
      },
    });
    sockets[0]?.terminate();
    await until(() => expect(client.state.get().kind).toBe('down'));
    await clock.advance(1_000);
    await until(() => expect(heard).toHaveLength(2));
    expect(heard[1]).toEqual(heard[0]);
    expect(tickets).toBe(2);
    expect(restored).toBe(1);
  });

  it('takes silence of two heartbeats for a dead connection', async () => {
    await open();
    sockets[0]?.send(JSON.stringify({ type: 'heartbeat', timeMs: 1 }));
    await clock.advance(29_999);
    expect(client.state.get().kind).toBe('open');
    await clock.advance(1);
    expect(client.state.get().kind).toBe('down');
  });

  it('tells when a feed goes offline', async () => {
    const feeds: unknown[] = [];
    client.onFeed((...state) => feeds.push(state));
    await open();
    sockets[0]?.send(JSON.stringify({ type: 'feed', exchange: 'BVG', isOffline: true }));
    await until(() => expect(feeds).toEqual([['BVG', true]]));
  });

  it('is not disturbed by messages it does not know', async () => {
    const updates: unknown[] = [];
    await open({ onUpdate: (update) => updates.push(update) });
    for (const text of ['{', '[]', 'null', '{"type":"news"}', JSON.stringify(UPDATE)]) {
      sockets[0]?.send(text);
    }
    await until(() => expect(updates).toHaveLength(1));
    expect(client.state.get().kind).toBe('open');
  });
});

describe('without an answering server', () => {
  it('waits 1, 2, 4 … 30 seconds between attempts', async () => {
    const attempts: number[] = [];
    const lonely = createStreamClient({
      clock,
      random: () => 0.5,
      address: () => {
        attempts.push(clock.now());
        return Promise.reject(new Error('no server'));
      },
    });
    stopWatching.push(lonely.watch(CHANNEL, { onUpdate: () => {} }));
    await clock.advance(100_000);
    const waits = attempts.slice(1).map((time, index) => (time - (attempts[index] ?? 0)) / 1_000);
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  it('tries at once when the network is back', async () => {
    let attempts = 0;
    const lonely = createStreamClient({
      clock,
      random: () => 0.5,
      address: () => {
        attempts += 1;
        return Promise.reject(new Error('no server'));
      },
    });
    stopWatching.push(lonely.watch(CHANNEL, { onUpdate: () => {} }));
    await clock.advance(20_000);
    const before = attempts;
    lonely.hurry();
    expect(attempts).toBe(before + 1);
  });
});
