import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  STREAM_CLOSE,
  STREAM_FULL_RETRY_MS,
  STREAM_HEARTBEAT_MS,
  type StreamMessage,
} from '@moneytrail/contract';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { createFakeClock, type FakeClock } from '../../lib/testing/fake-clock.ts';
import { ApiError } from '../api-error.ts';
import { createStreamClient, type StreamClient } from './stream-client.ts';

const CHANNEL = { symbol: 'FMP:BTC/USD', resolution: '1' } as const;
const QUOTE = { price: 5, timeMs: 60_000, bid: null, ask: null, previousClose: null };
const UPDATE: StreamMessage = {
  type: 'update',
  ...CHANNEL,
  bar: { time: 60_000, open: 4, high: 6, low: 3, close: 5, volume: 1, knownUntilMs: 60_000 },
  closed: null,
  quote: QUOTE,
};

let server: WebSocketServer;
let clock: FakeClock;
let client: StreamClient;
let tickets: number;
let seen: { suspicions: number };
let received: unknown[];
let sockets: ServerSocket[];
let unsubscribes: (() => void)[];
/** The error that the next ticket is refused with; null where it is issued. */
let refuse: () => Error | null;

/** Waits for something that other processes decide: real sockets know no fake clock. */
const until = (condition: () => void) => vi.waitFor(condition, { timeout: 60_000, interval: 5 });

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  clock = createFakeClock(Date.UTC(2026, 10, 20));
  tickets = 0;
  refuse = () => null;
  received = [];
  sockets = [];
  unsubscribes = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => received.push(JSON.parse(String(data))));
  });
  const own = { suspicions: 0 };
  seen = own;
  client = createStreamClient({
    reachability: {
      confirm: () => {},
      suspect: () => {
        own.suspicions += 1;
      },
    },
    clock,
    random: () => 0.5,
    address: async () => {
      tickets += 1;
      const refusal = refuse();
      if (refusal) throw refusal;
      const { port } = server.address() as AddressInfo;
      return `ws://127.0.0.1:${port}/api/stream?ticket=${tickets}`;
    },
  });
});

afterEach(async () => {
  for (const stop of unsubscribes) stop();
  for (const socket of server.clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

function subscribe(listener: Parameters<StreamClient['subscribe']>[1] = { onUpdate: () => {} }) {
  const stop = client.subscribe(CHANNEL, listener);
  unsubscribes.push(stop);
  return stop;
}

async function open(listener?: Parameters<StreamClient['subscribe']>[1]) {
  const stop = subscribe(listener);
  await until(() => expect(received).toHaveLength(1));
  return stop;
}

describe('the client of the live stream', () => {
  it('subscribes and passes updates of that channel on', async () => {
    const updates: unknown[] = [];
    await open({ onUpdate: (update) => updates.push(update) });
    expect(received).toEqual([{ type: 'subscribe', channels: [CHANNEL] }]);
    sockets[0]?.send(JSON.stringify({ ...UPDATE, resolution: '5' }));
    sockets[0]?.send(JSON.stringify(UPDATE));
    await until(() => expect(updates).toEqual([UPDATE]));
  });

  it('opens one connection for many channels and unsubscribes channels without listeners', async () => {
    await open();
    const stop = client.subscribe({ symbol: 'FMP:AAPL', resolution: '1D' }, { onUpdate: () => {} });
    await until(() => expect(received).toHaveLength(2));
    stop();
    await until(() => expect(received).toHaveLength(3));
    expect(received[2]).toEqual({
      type: 'unsubscribe',
      channels: [{ symbol: 'FMP:AAPL', resolution: '1D' }],
    });
    expect(tickets).toBe(1);
  });

  it('keeps the connection while the chart changes its symbol', async () => {
    const stop = await open();
    stop();
    await clock.advance(1_000);
    subscribe();
    await until(() => expect(received).toHaveLength(3));
    await clock.advance(8_000);
    expect(client.state.get().kind).toBe('open');
    expect(tickets).toBe(1);
  });

  it('closes after the last subscription has ended', async () => {
    const stop = await open();
    stop();
    await clock.advance(6_000);
    expect(client.state.get()).toEqual({ kind: 'down' });
    await until(() => expect(server.clients.size).toBe(0));
  });

  it('closes an abandoned connection once it is open, without an error', async () => {
    const failed: unknown[] = [];
    const Real = globalThis.WebSocket;
    class Watched extends Real {
      constructor(url: string) {
        super(url);
        this.addEventListener('error', (event) => failed.push(event));
      }
    }
    vi.stubGlobal('WebSocket', Watched);
    onTestFinished(() => void vi.unstubAllGlobals());
    const stop = subscribe();
    await until(() => expect(tickets).toBe(1));
    client.restart();
    await until(() => expect(sockets).toHaveLength(2));
    await until(() => expect(server.clients.size).toBe(1));
    await until(() => expect(client.state.get().kind).toBe('open'));
    stop();
    expect(failed).toEqual([]);
  });

  it('reconnects with a new ticket after a loss, resubscribes and notifies the subscribers', async () => {
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
    await until(() => expect(received).toHaveLength(2));
    expect(received[1]).toEqual(received[0]);
    expect(tickets).toBe(2);
    expect(restored).toBe(1);
  });

  it('waits a minute where the account has all its connections open', async () => {
    await open();
    sockets[0]?.close(STREAM_CLOSE.tooMany, 'At most 20 connections of one account');
    await until(() => expect(client.state.get().kind).toBe('down'));
    await clock.advance(STREAM_FULL_RETRY_MS - 1);
    expect(tickets).toBe(1);
    await clock.advance(1);
    await until(() => expect(tickets).toBe(2));
  });

  it('waits a minute where the account has changed its channels too often, and does not return early', async () => {
    await open();
    sockets[0]?.close(STREAM_CLOSE.tooOften, 'Charts were changed too often');
    await until(() => expect(client.state.get()).toEqual({ kind: 'down', isHeld: true }));
    client.reconnectNow();
    client.subscribe({ symbol: 'FMP:AAPL', resolution: '1D' }, { onUpdate: () => {} });
    await clock.advance(STREAM_FULL_RETRY_MS - 1);
    expect(tickets).toBe(1);
    await clock.advance(1);
    await until(() => expect(client.state.get().kind).toBe('open'));
  });

  it('waits a minute where no ticket is issued for now', async () => {
    const refused = new ApiError('Later.', { status: 429, code: 'RATE_LIMITED' });
    refuse = () => refused;
    subscribe();
    await until(() => expect(client.state.get()).toEqual({ kind: 'down', isHeld: true }));
    refuse = () => null;
    await clock.advance(STREAM_FULL_RETRY_MS - 1);
    expect(tickets).toBe(1);
    await clock.advance(1);
    await until(() => expect(tickets).toBe(2));
  });

  it('sends the first changes at once and many together: a held key runs through a hundred symbols with few messages', async () => {
    await open();
    const symbols = Array.from({ length: 100 }, (_, index) => `FMP:S${index}`);
    let stop = () => {};
    for (const symbol of symbols) {
      stop();
      stop = client.subscribe({ symbol, resolution: '1' }, { onUpdate: () => {} });
      await clock.advance(33);
    }
    await clock.advance(1_000);
    const subscribed = () =>
      received.flatMap((message) => {
        const { type, channels } = message as { type: string; channels: { symbol: string }[] };
        return type === 'subscribe' ? channels.map(({ symbol }) => symbol) : [];
      });
    await until(() => expect(subscribed().at(-1)).toBe('FMP:S99'));
    expect(subscribed().slice(1, 3)).toEqual(['FMP:S0', 'FMP:S1']);
    expect(received.length).toBeLessThan(45);
  });

  it('suspects the server soon after a missing heartbeat, and gives up a silent connection later', async () => {
    await open();
    sockets[0]?.send(JSON.stringify({ type: 'heartbeat', timeMs: 1 }));
    await clock.advance(STREAM_HEARTBEAT_MS + 999);
    expect(seen.suspicions).toBe(0);
    await clock.advance(1);
    expect(seen.suspicions).toBe(1);
    expect(client.state.get().kind).toBe('open');
    await clock.advance(10_000);
    expect(client.state.get().kind).not.toBe('open');
  });

  it('reports a feed that goes offline', async () => {
    const feeds: unknown[] = [];
    client.onFeed((...state) => feeds.push(state));
    await open();
    sockets[0]?.send(JSON.stringify({ type: 'feed', exchange: 'BVG', isOffline: true }));
    await until(() => expect(feeds).toEqual([['BVG', true]]));
  });

  it('remembers how feeds stand until the connection is lost', async () => {
    const updates: unknown[] = [];
    await open({ onUpdate: (update) => updates.push(update) });
    const messages = [
      { type: 'feed', exchange: 'FMP', isOffline: false },
      { type: 'feed', exchange: 'FMP', isOffline: true },
      UPDATE,
    ];
    for (const message of messages) sockets[0]?.send(JSON.stringify(message));
    await until(() => expect(updates).toHaveLength(1));
    expect([...client.feedStates()]).toEqual([['FMP', true]]);
    sockets[0]?.terminate();
    await until(() => expect(client.state.get().kind).toBe('down'));
    expect([...client.feedStates()]).toEqual([]);
  });

  it('knows a feed’s state while it has any channel', async () => {
    const updates: unknown[] = [];
    await open({ onUpdate: (update) => updates.push(update) });
    const stop = client.subscribe({ symbol: 'FMP:AAPL', resolution: '1D' }, { onUpdate: () => {} });
    const offline = { type: 'feed', exchange: 'FMP', isOffline: true };
    for (const message of [offline, UPDATE]) sockets[0]?.send(JSON.stringify(message));
    await until(() => expect(updates).toHaveLength(1));
    stop();
    expect([...client.feedStates()]).toEqual([['FMP', true]]);
    for (const last of unsubscribes) last();
    expect([...client.feedStates()]).toEqual([]);
  });

  it('reports a change of rights that came before anybody listened, once', async () => {
    const updates: unknown[] = [];
    await open({ onUpdate: (update) => updates.push(update) });
    const messages = [{ type: 'rights', version: 'a' }, { type: 'rights', version: 'b' }, UPDATE];
    for (const message of messages) sockets[0]?.send(JSON.stringify(message));
    await until(() => expect(updates).toHaveLength(1));
    const told: string[] = [];
    client.onRights(() => told.push('first'));
    client.onRights(() => told.push('second'));
    expect(told).toEqual(['first']);
  });

  it('reports changed rights, also on the next connection, but not those of another user', async () => {
    let changes = 0;
    client.onRights(() => {
      changes += 1;
    });
    const name = (version: string, nth: number) =>
      sockets[nth]?.send(JSON.stringify({ type: 'rights', version }));
    const updates: unknown[] = [];
    await open({ onUpdate: (update) => updates.push(update) });
    for (const version of ['a', 'a', 'b']) name(version, 0);
    await until(() => expect(changes).toBe(1));
    sockets[0]?.terminate();
    await until(() => expect(client.state.get().kind).toBe('down'));
    await clock.advance(1_000);
    await until(() => expect(received).toHaveLength(2));
    name('b', 1);
    name('c', 1);
    await until(() => expect(changes).toBe(2));
    client.restart();
    await until(() => expect(received).toHaveLength(3));
    name('d', 2);
    sockets[2]?.send(JSON.stringify(UPDATE));
    await until(() => expect(updates).toHaveLength(1));
    expect(changes).toBe(2);
  });

  it('reports saved and removed layouts, and on every connection that changes may have been missed', async () => {
    const told: unknown[] = [];
    const leave = client.onLayout((...change) => told.push(change));
    const updates: unknown[] = [];
    await open({ onUpdate: (update) => updates.push(update) });
    for (const revision of [2, null]) {
      sockets[0]?.send(JSON.stringify({ type: 'layout', id: 7, revision }));
    }
    const unknown = [null, null];
    await until(() => expect(told).toEqual([unknown, [7, 2], [7, null]]));
    sockets[0]?.terminate();
    await until(() => expect(client.state.get().kind).toBe('down'));
    await clock.advance(1_000);
    await until(() => expect(told.at(-1)).toEqual(unknown));
    await until(() => expect(received).toHaveLength(2));
    leave();
    sockets[1]?.send(JSON.stringify({ type: 'layout', id: 7, revision: 3 }));
    sockets[1]?.send(JSON.stringify(UPDATE));
    await until(() => expect(updates).toHaveLength(1));
    expect(told).not.toContainEqual([7, 3]);
  });

  it('ignores unknown messages', async () => {
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
      reachability: { confirm: () => {}, suspect: () => {} },
      clock,
      random: () => 0.5,
      address: () => {
        attempts.push(clock.now());
        return Promise.reject(new Error('no server'));
      },
    });
    unsubscribes.push(lonely.subscribe(CHANNEL, { onUpdate: () => {} }));
    await clock.advance(100_000);
    const waits = attempts.slice(1).map((time, index) => (time - (attempts[index] ?? 0)) / 1_000);
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  it('tries at once when the network is back', async () => {
    let attempts = 0;
    const lonely = createStreamClient({
      reachability: { confirm: () => {}, suspect: () => {} },
      clock,
      random: () => 0.5,
      address: () => {
        attempts += 1;
        return Promise.reject(new Error('no server'));
      },
    });
    unsubscribes.push(lonely.subscribe(CHANNEL, { onUpdate: () => {} }));
    await clock.advance(20_000);
    const before = attempts;
    lonely.reconnectNow();
    expect(attempts).toBe(before + 1);
  });
});
