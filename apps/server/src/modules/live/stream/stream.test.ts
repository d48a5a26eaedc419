import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { HOUR_MS } from '@moneytrail/calendar';
import { type CurrentUser, STREAM_CLOSE } from '@moneytrail/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { feedStateOf, ticksOf } from '../../../bus/index.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import { heldMemory } from '../../../testing/held-memory.ts';
import type { AccessUser } from '../../access/index.ts';
import { changeImported, showImported, storeImported } from '../../catalogue/index.ts';
import { groupOf } from '../feed-groups.ts';
import { eventually } from '../testing/eventually.ts';
import { type StreamServer, startStreamServer } from '../testing/start-stream-server.ts';
import {
  type ClientOptions,
  fetchTicket,
  openStream,
  type StreamClient,
} from '../testing/stream-client.ts';

const MINUTE = 60_000;
/** A fencing token greater than the server's own. */
const NEWEST = Number.MAX_SAFE_INTEGER;
const RETAIL: CurrentUser = {
  ...SUPER_ADMIN,
  _id: 'retail',
  userType: 'retail',
  isSuperAdmin: false,
};

const database = useTestDatabase('postgres');

async function start(options?: Parameters<typeof startStreamServer>[1]): Promise<StreamServer> {
  return await startStreamServer(database, options);
}

function thisMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE;
}

async function join(server: StreamServer, options?: ClientOptions): Promise<StreamClient> {
  return await openStream(server.address, await fetchTicket(server.address), options);
}

async function putBars(server: StreamServer, symbol: string, close = 100): Promise<number> {
  const instrument = await server.catalogue.resolve(symbol);
  const bar = (time: number) => ({ time, open: close, high: close, low: close, close, volume: 1 });
  server.bars.put(instrument, '1', [bar(thisMinute() - MINUTE), bar(thisMinute())]);
  return instrument.id;
}

function subscribe(client: StreamClient, ...symbols: string[]): void {
  client.send({
    type: 'subscribe',
    channels: symbols.map((symbol) => ({ symbol, resolution: '1' as const })),
  });
}

test('a subscription is answered at once with the state of the feed and the stored forming bar', async () => {
  const server = await start();
  await putBars(server, 'Bitfinex:BTC/USD', 250);
  const client = await join(server);
  subscribe(client, 'bitfinex:btcusd');
  await eventually(() => expect(client.lastUpdate()?.bar).toBeTruthy());
  const [first] = client.messages.filter(({ type }) => type !== 'rights');
  expect(first).toEqual({ type: 'feed', exchange: 'Bitfinex', isOffline: false });
  expect(client.lastUpdate()).toMatchObject({
    symbol: 'bitfinex:btcusd',
    resolution: '1',
    bar: { close: 250 },
    closed: null,
    quote: { price: 250 },
    simulated: true,
  });
});

test('an open stream keeps nothing of its request in memory', async () => {
  const server = await start();
  let request = new WeakRef<object>({});
  server.app.server.on('upgrade', (raw) => {
    request = new WeakRef(raw);
  });
  const client = await join(server);
  subscribe(client, 'Bitfinex:BTCUSD');
  await eventually(() => {
    heldMemory();
    expect(request.deref()).toBeUndefined();
  });
  expect(server.streams.size()).toBe(1);
});

test('two spellings are one channel, which the newest names; an equal state of the feed is sent once', async () => {
  const server = await start();
  const id = await putBars(server, 'Bitfinex:BTC/USD', 250);
  const client = await join(server);
  const ask = (symbol: string, resolution: string) =>
    client.send({ type: 'subscribe', channels: [{ symbol, resolution }] });
  const lastNamed = (symbol: string) =>
    eventually(() => expect(client.lastUpdate()?.symbol).toBe(symbol));
  ask('Bitfinex:BTC/USD', '1');
  await lastNamed('Bitfinex:BTC/USD');
  ask('BTCUSD.Bitfinex', '1');
  await lastNamed('BTCUSD.Bitfinex');
  const before = client.updates().length;
  server.bus.publish(ticksOf(id), { token: NEWEST, timeMs: Date.now(), price: 251 });
  await eventually(() => expect(client.lastUpdate()?.quote.price).toBe(251));
  const later = client.updates().slice(before);
  expect(new Set(later.map(({ symbol }) => symbol))).toEqual(new Set(['BTCUSD.Bitfinex']));
  ask('Bitfinex:BTC/USD', 'D');
  await lastNamed('Bitfinex:BTC/USD');
  expect(client.lastUpdate()?.resolution).toBe('D');
  const feeds = () => client.messages.filter(({ type }) => type === 'feed');
  expect(feeds()).toEqual([{ type: 'feed', exchange: 'Bitfinex', isOffline: false }]);
  // Without a channel the client's state may grow old, so the next channel brings it again.
  const channels = ['1', '1D'].map((resolution) => ({ symbol: 'Bitfinex:BTCUSD', resolution }));
  client.send({ type: 'unsubscribe', channels });
  ask('Bitfinex:BTC/USD', '1');
  await eventually(() => expect(feeds()).toHaveLength(2));
});

test('the first update holds the newest price and the previous close, however late they are read', async () => {
  const server = await start();
  const nowMs = Date.now();
  const instrument = await server.catalogue.resolve('FMP:BTCUSD');
  const day = Math.floor(nowMs / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const bar = (time: number, close: number) => {
    return { time, open: close, high: close, low: close, close, volume: 1 };
  };
  server.bars.knownUntilMs = nowMs;
  server.bars.put(instrument, '1D', [bar(day - 24 * HOUR_MS, 90), bar(day, 95)]);
  server.bars.put(instrument, '1', [bar(thisMinute() - MINUTE, 99), bar(thisMinute(), 100)]);
  const { lastBars } = server.bars;
  server.bars.lastBars = async (request) => {
    // The series of the channel is read before the quote's own bars.
    if (request.resolution === '1') await new Promise((done) => setTimeout(done, 300));
    return lastBars(request);
  };
  const client = await join(server);
  client.send({ type: 'subscribe', channels: [{ symbol: 'FMP:BTCUSD', resolution: 'D' }] });
  await eventually(() => expect(client.updates()).not.toEqual([]));
  const [first] = client.updates();
  expect(first?.quote).toMatchObject({ price: 100, previousClose: 90 });
  expect(first?.quote.timeMs).toBeGreaterThanOrEqual(thisMinute() - MINUTE);
});

test('a live price of the feed updates the bar of every subscribed browser', async () => {
  const server = await start();
  await putBars(server, 'FMP:BTCUSD');
  const clients = [await join(server), await join(server)];
  for (const client of clients) subscribe(client, 'FMP:BTCUSD');
  await eventually(() => expect(server.feeds.FMP.followed()?.length).toBeGreaterThan(0));
  for (const client of clients) await eventually(() => expect(client.updates()).not.toEqual([]));
  server.feeds.FMP.tick({ code: 'BTCUSD', timeMs: Date.now(), price: 101.5, volume: 2 });
  for (const client of clients) {
    await eventually(() => expect(client.lastUpdate()?.quote.price).toBe(101.5));
    expect(client.lastUpdate()?.bar).toMatchObject({ open: 100, high: 101.5, close: 101.5 });
  }
});

test('an ended bar is sent once, with the next bar', async () => {
  const server = await start();
  const id = await putBars(server, 'FMP:BTCUSD');
  const client = await join(server);
  subscribe(client, 'FMP:BTCUSD');
  await eventually(() => expect(client.lastUpdate()?.bar).toBeTruthy());
  const minute = client.lastUpdate()?.bar?.time ?? 0;
  server.bus.publish(ticksOf(id), { token: NEWEST, timeMs: minute + MINUTE, price: 102 });
  server.bus.publish(ticksOf(id), { token: NEWEST, timeMs: minute + MINUTE + 1, price: 103 });
  await eventually(() => expect(client.lastUpdate()?.quote.price).toBe(103));
  const closed = client.updates().flatMap((update) => (update.closed ? [update.closed.time] : []));
  expect(closed).toEqual([minute]);
  expect(client.lastUpdate()?.bar).toMatchObject({ time: minute + MINUTE, open: 102, close: 103 });
});

test("the vendor's final form of a closed bar is sent when it is stored", async () => {
  const server = await start();
  const id = await putBars(server, 'FMP:BTCUSD');
  const client = await join(server);
  subscribe(client, 'FMP:BTCUSD');
  await eventually(() => expect(client.lastUpdate()?.bar).toBeTruthy());
  const instrument = await server.catalogue.resolve('FMP:BTCUSD');
  const time = thisMinute() - MINUTE;
  const final = { time, open: 100, high: 108, low: 99, close: 107, volume: 12 };
  const knownUntilMs = time + MINUTE + 1;
  server.bars.knownUntilMs = knownUntilMs;
  server.bars.put(instrument, '1', [final]);
  server.bars.announce(id, '1', time, time + MINUTE);
  const told = { ...final, knownUntilMs };
  await eventually(() =>
    expect(client.lastUpdate()?.closed).toEqual({ ...told, isCorrection: true }),
  );
});

test('many prices in a short time are sent as the newest state, a few times a second', async () => {
  const server = await start({ timing: { conflationMs: 250 } });
  const id = await putBars(server, 'FMP:BTCUSD');
  const client = await join(server);
  subscribe(client, 'FMP:BTCUSD');
  await eventually(() => expect(client.lastUpdate()?.bar).toBeTruthy());
  const before = client.updates().length;
  const startMs = Date.now();
  let price = 100;
  while (Date.now() - startMs < 1_000) {
    price += 0.001;
    server.bus.publish(ticksOf(id), { token: NEWEST, timeMs: Date.now(), price });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => expect(client.lastUpdate()?.quote.price).toBe(price));
  const seconds = (Date.now() - startMs) / 1_000;
  expect(client.updates().length - before).toBeLessThanOrEqual(4 * seconds + 2);
});

test('C31: a ticket opens one connection and no second one', async () => {
  const server = await start();
  const ticket = await fetchTicket(server.address);
  const first = await openStream(server.address, ticket);
  const second = await openStream(server.address, ticket);
  const invented = await openStream(server.address, randomBytes(32).toString('base64url'));
  expect([first.refusedWith, second.refusedWith, invented.refusedWith]).toEqual([null, 401, 401]);
});

test('C31: a page of another origin is refused, one of ours is not', async () => {
  const server = await start({ publicUrl: 'https://trail.example' });
  const refused = [
    'https://evil.example',
    'null',
    'https://trail.example.evil.example',
    server.address,
  ];
  for (const origin of refused) expect((await join(server, { origin })).refusedWith).toBe(403);
  expect((await join(server, { origin: 'https://trail.example' })).refusedWith).toBeNull();
});

test('C31: without a public address only pages of the listening addresses are ours, whatever the Host header', async () => {
  const server = await start();
  const { port } = new URL(server.address);
  for (const origin of [server.address, `http://localhost:${port}`]) {
    expect((await join(server, { origin })).refusedWith).toBeNull();
  }
  const rebound = `evil.example:${port}`;
  const asked = { origin: `http://${rebound}`, host: rebound };
  expect((await join(server, asked)).refusedWith).toBe(403);
});

test('an anonymous visitor sees the free instrument alone, on three connections of one address', async () => {
  const server = await start();
  await putBars(server, 'FMP:BTCUSD');
  server.caller = null;
  const clients = [await join(server), await join(server), await join(server)];
  const [client] = clients;
  if (!client) throw new Error('no client');
  subscribe(client, 'FMP:AAPL', 'Bitfinex:BTC/USD', 'FMP:BTCUSD');
  await eventually(() => expect(client.updates()).not.toEqual([]));
  const refused = client.messages.filter((message) => message.type === 'refused');
  expect(refused.map(({ symbol, code }) => [symbol, code])).toEqual([
    ['FMP:AAPL', 'SOURCE_LOCKED'],
    ['Bitfinex:BTC/USD', 'SOURCE_LOCKED'],
  ]);
  expect(new Set(client.updates().map(({ symbol }) => symbol))).toEqual(new Set(['FMP:BTCUSD']));
  const fourth = await join(server);
  await eventually(() => expect(fourth.closed?.code).toBe(STREAM_CLOSE.tooMany));
  client.close();
  await eventually(async () => {
    const next = await join(server);
    await new Promise((resolve) => setImmediate(resolve));
    expect(next.closed).toBeNull();
  });
});

const BAD_MESSAGES: readonly (readonly [string, string | Buffer])[] = [
  ['not JSON', '{'],
  ['an unknown type', '{"type":"shout"}'],
  ['an unknown field', '{"type":"subscribe","channels":[],"user":"admin"}'],
  ['no resolution', '{"type":"subscribe","channels":[{"symbol":"X"}]}'],
  [
    'more than 32 channels',
    JSON.stringify({
      type: 'subscribe',
      channels: Array.from({ length: 33 }, () => ({ symbol: 'X', resolution: '1' })),
    }),
  ],
  ['binary', Buffer.from([1, 2, 3])],
];

test('a message that cannot be read ends the connection with a reason', async () => {
  const server = await start();
  for (const [what, text] of BAD_MESSAGES) {
    const client = await join(server);
    client.sendRaw(text);
    await eventually(() => expect([what, client.closed?.code]).toEqual([what, 1008]));
    expect(client.closed?.reason).toContain('Bad message');
  }
});

test('channels that cannot be subscribed are refused with a reason, others go on', async () => {
  const server = await start();
  await putBars(server, 'FMP:BTCUSD');
  const client = await join(server);
  const future = server.catalogue.enabled('BVG')[0]?.ticker ?? '';
  client.send({
    type: 'subscribe',
    channels: [
      { symbol: 'FMP:NOSUCH', resolution: '1' },
      { symbol: '', resolution: '1' },
      { symbol: future, resolution: '240' },
      { symbol: 'FMP:BTCUSD', resolution: '7' },
      { symbol: 'x'.repeat(500), resolution: '1' },
      { symbol: 'FMP:BTCUSD', resolution: '1' },
    ],
  });
  await eventually(() => expect(client.updates()).not.toEqual([]));
  const refused = client.messages.flatMap((message) =>
    message.type === 'refused' ? [[message.code, message.message]] : [],
  );
  expect(refused).toEqual([
    ['NOT_FOUND', 'Cannot resolve symbol FMP:NOSUCH'],
    ['BAD_REQUEST', 'Ticker is empty'],
    ['BAD_REQUEST', expect.stringMatching(/ has no resolution 240; it has 1, 5, /)],
    ['BAD_REQUEST', expect.stringMatching(/^FMP:BTCUSD has no resolution 7; it has 1, 5, /)],
    ['BAD_REQUEST', 'Error parsing symbol info'],
  ]);
});

test('the 33rd channel of a connection is refused', async () => {
  const server = await start();
  const client = await join(server);
  const symbols = server.catalogue.enabled().map(({ ticker }) => ticker);
  subscribe(client, ...symbols.slice(0, 32));
  subscribe(client, ...symbols.slice(32, 33));
  await eventually(() =>
    expect(client.messages.filter((message) => message.type === 'refused')).toMatchObject([
      {
        symbol: symbols[32],
        code: 'BAD_REQUEST',
        message: 'At most 32 channels fit one connection',
      },
    ]),
  );
});

test('an account that changes channels too often loses its stream with the reason, and no ticket is issued for a while', async () => {
  const server = await start({ channelLimits: { atOnce: 30, aSecond: 0.001 } });
  const [first, second] = [await join(server), await join(server)];
  subscribe(first, 'FMP:BTCUSD');
  await eventually(() => expect(first.messages.some(({ type }) => type === 'feed')).toBe(true));
  // The series is read already, so it costs the second stream of the account less.
  subscribe(second, 'FMP:BTCUSD');
  await eventually(() => expect(second.messages.some(({ type }) => type === 'feed')).toBe(true));
  subscribe(second, 'FMP:BTCUSD');
  subscribe(first, 'FMP:BTCUSD');
  const closed = { code: STREAM_CLOSE.tooOften, reason: expect.stringContaining('too often') };
  await eventually(() => expect(first.closed ?? second.closed).toEqual(closed));
  const refused = await server.app.inject({ method: 'POST', url: '/api/stream/ticket' });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  server.caller = RETAIL;
  expect((await server.app.inject({ method: 'POST', url: '/api/stream/ticket' })).statusCode).toBe(
    200,
  );
});

test.each(['ping', 'pong'] as const)(
  'a %s that nobody asked for costs the budget',
  async (kind) => {
    const server = await start({ channelLimits: { atOnce: 40, aSecond: 0.001 } });
    const client = await join(server);
    for (let sent = 0; sent < 31; sent += 1) client.sendFrame(kind);
    await eventually(() => expect(client.closed?.code).toBe(STREAM_CLOSE.tooOften));
  },
);

test('the answers to pings of the server cost nothing', async () => {
  const limits = { channelLimits: { atOnce: 12, aSecond: 0.001 } };
  const server = await start({ ...limits, timing: { pingMs: 500 } });
  const client = await join(server);
  await eventually(() => expect(client.pings).toBeGreaterThan(3));
  expect(client.closed).toBeNull();
});

test('a message in more pieces than a browser makes ends the stream', async () => {
  const server = await start();
  const client = await join(server);
  for (let sent = 0; sent < 20; sent += 1) client.sendFrame('fragment');
  await eventually(() => expect(client.closed?.code).toBe(STREAM_CLOSE.badMessage));
});

test('a client that goes on sending after the close is cut off at once', async () => {
  const server = await start({ channelLimits: { atOnce: 11, aSecond: 0.001 } });
  const { socket, text } = await openRawStream(server);
  const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
  socket.write(Buffer.concat([pong, pong]));
  await eventually(() => expect(text()).toContain('too often'));
  // The time for the closing handshake never ends.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  socket.on('error', () => {});
  const closed = new Promise((done) => socket.once('close', done));
  for (let sent = 0; sent < 200; sent += 1) socket.write(pong);
  await closed;
});

test('channels that are left and opened again within a minute are not read again', async () => {
  const server = await start();
  await putBars(server, 'FMP:BTCUSD');
  const client = await join(server);
  subscribe(client, 'FMP:BTCUSD');
  await eventually(() => expect(client.lastUpdate()?.bar).toBeTruthy());
  const reads = vi.spyOn(server.bars, 'lastBars');
  const channels = [{ symbol: 'FMP:BTCUSD', resolution: '1' as const }];
  for (let round = 1; round <= 5; round += 1) {
    const before = client.updates().length;
    client.send({ type: 'unsubscribe', channels });
    client.send({ type: 'subscribe', channels });
    await eventually(() => expect(client.updates().length).toBeGreaterThan(before));
  }
  expect(reads).not.toHaveBeenCalled();
});

test('after unsubscribing nothing more of a channel is sent', async () => {
  const server = await start();
  const bitcoin = await putBars(server, 'FMP:BTCUSD');
  const ether = await putBars(server, 'Bitfinex:ETH/USD');
  const client = await join(server);
  subscribe(client, 'FMP:BTCUSD', 'Bitfinex:ETH/USD');
  client.send({ type: 'unsubscribe', channels: [{ symbol: 'fmp:btcusd', resolution: '1' }] });
  await eventually(() => expect(client.lastUpdate()?.symbol).toBe('Bitfinex:ETH/USD'));
  const before = client.updates().filter(({ symbol }) => symbol === 'FMP:BTC/USD').length;
  server.bus.publish(ticksOf(bitcoin), { token: NEWEST, timeMs: Date.now(), price: 111 });
  server.bus.publish(ticksOf(ether), { token: NEWEST, timeMs: Date.now(), price: 112 });
  await eventually(() => expect(client.lastUpdate()?.quote.price).toBe(112));
  expect(client.updates().filter(({ symbol }) => symbol === 'FMP:BTC/USD')).toHaveLength(before);
});

test('C22: rights that change end the channels on an open stream, a user that is gone the stream', async () => {
  const server = await start();
  await putBars(server, 'FMP:BTCUSD');
  await putBars(server, 'Bitfinex:ETH/USD');
  const client = await join(server);
  subscribe(client, 'FMP:BTCUSD', 'Bitfinex:ETH/USD');
  await eventually(() => expect(client.updates().length).toBeGreaterThanOrEqual(2));
  server.users.set(SUPER_ADMIN._id, { ...RETAIL, _id: SUPER_ADMIN._id });
  server.accessChanged(SUPER_ADMIN._id);
  await eventually(() =>
    expect(client.messages).toContainEqual({
      type: 'refused',
      symbol: 'Bitfinex:ETH/USD',
      resolution: '1',
      code: 'SOURCE_LOCKED',
      message: 'Source locked',
    }),
  );
  expect(client.closed).toBeNull();
  server.users.delete(SUPER_ADMIN._id);
  server.accessChanged(SUPER_ADMIN._id);
  await eventually(() =>
    expect(client.closed).toEqual({ code: STREAM_CLOSE.sessionEnded, reason: 'Session ended' }),
  );
});

test('C31: changed rights are sent on an open stream, each once', async () => {
  const server = await start();
  const retail: CurrentUser & AccessUser = { ...RETAIL };
  server.caller = retail;
  server.users.set(retail._id, retail);
  const client = await join(server);
  const versions = () =>
    client.messages.flatMap((each) => (each.type === 'rights' ? [each.version] : []));
  const change = (changes: Partial<AccessUser & CurrentUser>) => {
    server.users.set(retail._id, { ...retail, ...changes });
    server.accessChanged(retail._id);
  };
  await eventually(() => expect(versions()).toHaveLength(1));
  change({ lastName: 'Married' });
  change({ hasSubscriptionOverride: true });
  await eventually(() => expect(versions()).toHaveLength(2));
  change({
    hasSubscriptionOverride: true,
    feedAccess: { ...retail.feedAccess, isBVGAllowed: false },
  });
  await eventually(() => expect(versions()).toHaveLength(3));
  change({});
  await eventually(() => expect(versions()).toHaveLength(4));
  expect(versions()[3]).toBe(versions()[0]);
  expect(new Set(versions()).size).toBe(3);
});

test('an imported instrument that is closed to somebody ends their channel, and what is shown of it is read anew', async () => {
  const server = await start({ timing: { reviewMs: 100 } });
  const id = await storeImported(database.db, {
    code: 'GOLD',
    description: 'Gold',
    type: 'commodity',
    marketHours: 'metals',
    imported: { access: 'signedIn', finestResolution: '1' },
  });
  await showImported(database.db, id, '1');
  await server.catalogue.reload();
  server.users.set(RETAIL._id, RETAIL);
  server.caller = RETAIL;
  const client = await join(server);
  subscribe(client, 'Imported:GOLD');
  const versions = () =>
    client.messages.flatMap((each) => (each.type === 'rights' ? [each.version] : []));
  await eventually(() => expect(versions()).toHaveLength(1));
  const change = async (changes: object, revision: number) => {
    await database.db
      .transaction()
      .execute((trx) => changeImported(trx, id, { ...changes, revision }));
    await server.catalogue.reload();
  };
  await change({ description: 'Gold, spot' }, 1);
  await eventually(() => expect(versions()).toHaveLength(2));
  expect(client.messages.some(({ type }) => type === 'refused')).toBe(false);
  await change({ access: 'fullAccess' }, 2);
  await eventually(() =>
    expect(client.messages).toContainEqual(
      expect.objectContaining({ type: 'refused', symbol: 'Imported:GOLD', code: 'SOURCE_LOCKED' }),
    ),
  );
  await eventually(() => expect(versions()).toHaveLength(3));
});

test('C31: an expired subscription is noticed without an announced change', async () => {
  const server = await start({ timing: { recheckMs: 100 } });
  const endDate = new Date(Date.now() + HOUR_MS).toISOString();
  const retail = { ...RETAIL, subscription: { isActive: true, endDate } };
  server.caller = retail;
  server.users.set(retail._id, retail);
  const client = await join(server);
  const told = () => client.messages.filter(({ type }) => type === 'rights');
  await eventually(() => expect(told()).toHaveLength(1));
  server.wall.stepMs = 2 * HOUR_MS;
  await eventually(() => expect(told()).toHaveLength(2));
});

test('C22: changes of a main account apply to its sub-users', async () => {
  const server = await start();
  await putBars(server, 'Bitfinex:ETH/USD');
  const seat: CurrentUser & AccessUser = { ...SUPER_ADMIN, _id: 'seat', parentUserId: 'main' };
  server.caller = seat;
  server.users.set(seat._id, seat);
  const client = await join(server);
  subscribe(client, 'Bitfinex:ETH/USD');
  await eventually(() => expect(client.updates()).not.toEqual([]));
  server.users.set(seat._id, { ...seat, isSuperAdmin: false });
  server.accessChanged('somebody else');
  server.accessChanged('main');
  await eventually(() =>
    expect(client.messages.filter((message) => message.type === 'refused')).toHaveLength(1),
  );
});

test('C31: rights are checked periodically without an announced change', async () => {
  const server = await start({ timing: { recheckMs: 100 } });
  await putBars(server, 'Bitfinex:ETH/USD');
  const client = await join(server);
  subscribe(client, 'Bitfinex:ETH/USD');
  await eventually(() => expect(client.updates()).not.toEqual([]));
  server.users.set(SUPER_ADMIN._id, { ...RETAIL, _id: SUPER_ADMIN._id });
  await eventually(() =>
    expect(client.messages.filter((message) => message.type === 'refused')).toHaveLength(1),
  );
});

test('C59: an outage of a feed and its end are sent to its subscribers', async () => {
  const server = await start();
  const client = await join(server);
  subscribe(client, 'FMP:BTCUSD');
  await eventually(() => expect(server.feeds.FMP.followed()).not.toBeNull());
  const states = () =>
    client.messages.flatMap((message) => (message.type === 'feed' ? [message.isOffline] : []));
  await eventually(() => expect(states()).toEqual([false]));
  server.feeds.FMP.setOffline(true);
  await eventually(() => expect(states()).toEqual([false, true]));
  expect(server.live.feedStates()).toMatchObject({ FMP: true, Bitfinex: false });
  server.feeds.FMP.setOffline(false);
  await eventually(() => expect(states()).toEqual([false, true, false]));
});

test('C59: clients hear of an outage of a group if one of their own instruments belongs to it', async () => {
  const server = await start();
  const [btc, eth] = ['Bitfinex:BTC/USD', 'Bitfinex:ETH/USD'] as const;
  const tokens: number[] = [];
  server.bus.subscribe(feedStateOf('Bitfinex'), ({ token }) => tokens.push(token));
  await eventually(() => expect(tokens).not.toEqual([]));
  const clients = [await join(server), await join(server)] as const;
  subscribe(clients[0], btc);
  subscribe(clients[1], eth);
  const states = () =>
    clients.map(({ messages }) =>
      messages.flatMap((message) => (message.type === 'feed' ? [message.isOffline] : [])),
    );
  await eventually(() => expect(states()).toEqual([[false], [false]]));
  const group = groupOf(await server.catalogue.resolve(btc));
  server.bus.publish(feedStateOf('Bitfinex'), {
    exchange: 'Bitfinex',
    isOffline: true,
    token: tokens[0] ?? 0,
    groups: [{ group, groupToken: NEWEST }],
  });
  await eventually(() => expect(states()).toEqual([[false, true], [false]]));
  subscribe(clients[1], btc);
  await eventually(() =>
    expect(states()).toEqual([
      [false, true],
      [false, true],
    ]),
  );
  clients[1].send({ type: 'unsubscribe', channels: [{ symbol: btc, resolution: '1' }] });
  await eventually(() =>
    expect(states()).toEqual([
      [false, true],
      [false, true, false],
    ]),
  );
});

test('the server sends heartbeats while nothing happens', async () => {
  const server = await start({ timing: { heartbeatMs: 100 } });
  const client = await join(server);
  await eventually(() =>
    expect(client.messages.filter(({ type }) => type === 'heartbeat').length).toBeGreaterThan(2),
  );
  expect(client.closed).toBeNull();
});

/** A masked text frame, as a browser sends it. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([
    Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255]),
    mask,
    masked,
  ]);
}

/** A TCP client that controls when it reads. */
async function openRawStream(
  server: StreamServer,
): Promise<{ socket: Socket; text: () => string }> {
  const { hostname, port } = new URL(server.address);
  const ticket = await fetchTicket(server.address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let read = '';
  socket.on('data', (data) => {
    read += data.toString('latin1');
  });
  socket.write(
    [
      `GET /api/stream?ticket=${ticket} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  );
  await eventually(() => expect(read).toContain('101 Switching'));
  return { socket, text: () => read };
}

test('a client that does not read costs a bounded buffer, and gets the newest state when it reads again', async () => {
  const server = await start({ timing: { conflationMs: 0 } });
  const id = await putBars(server, 'FMP:BTCUSD');
  const client = await openRawStream(server);
  const ask = { type: 'subscribe', channels: [{ symbol: 'FMP:BTCUSD', resolution: '1' }] };
  client.socket.write(frameOf(JSON.stringify(ask)));
  await eventually(() => expect(client.text()).toContain('"type":"update"'));
  client.socket.pause();
  const [connection] = server.app.websocketServer.clients;
  const ticks = 60_000;
  let mostBuffered = 0;
  for (let index = 1; index <= ticks; index++) {
    server.bus.publish(ticksOf(id), {
      token: NEWEST,
      timeMs: Date.now(),
      price: 100 + index / 1_000,
    });
    mostBuffered = Math.max(mostBuffered, connection?.bufferedAmount ?? 0);
    if (index % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(connection?.bufferedAmount).toBeGreaterThan(0);
  expect(mostBuffered).toBeLessThan(66 * 1_024);
  client.socket.resume();
  await eventually(() => expect(client.text()).toContain(`"price":${100 + ticks / 1_000},`));
  expect(client.text().split('"type":"update"').length).toBeLessThan(ticks / 1.5);
});

test('a client that stops reading is terminated', async () => {
  const server = await start({ timing: { conflationMs: 0, stallMs: 300 } });
  const id = await putBars(server, 'FMP:BTCUSD');
  const client = await openRawStream(server);
  const ask = { type: 'subscribe', channels: [{ symbol: 'FMP:BTCUSD', resolution: '1' }] };
  client.socket.write(frameOf(JSON.stringify(ask)));
  await eventually(() => expect(client.text()).toContain('"type":"update"'));
  client.socket.pause();
  await eventually(async () => {
    for (let index = 0; index < 5_000; index++) {
      server.bus.publish(ticksOf(id), {
        token: NEWEST,
        timeMs: Date.now(),
        price: 100 + index / 1_000,
      });
    }
    expect(server.app.websocketServer.clients.size).toBe(0);
  });
});

test.each([
  ['set back an hour', 0, -60 * MINUTE],
  ['set right after it was an hour ahead', 60 * MINUTE, 0],
])(
  'a clock that is %s stops neither the quote nor the forming bars',
  async (_how, beforeMs, afterMs) => {
    const server = await start({ startsAheadMs: beforeMs });
    await putBars(server, 'FMP:BTCUSD');
    const instrument = await server.catalogue.resolve('FMP:BTCUSD');
    const time = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const hour = { time, open: 100, high: 100, low: 100, close: 100, volume: 1 };
    server.bars.put(instrument, '60', [hour]);
    const client = await join(server);
    const channels = [{ symbol: 'FMP:BTCUSD', resolution: '60' as const }];
    client.send({ type: 'subscribe', channels });
    await eventually(() => expect(server.feeds.FMP.followed()?.length).toBeGreaterThan(0));
    await eventually(() => expect(client.updates()).not.toEqual([]));
    const tick = (price: number) =>
      server.feeds.FMP.tick({ code: 'BTCUSD', timeMs: Date.now(), price });
    tick(101);
    server.wall.stepMs = afterMs;
    for (const price of [102, 103]) {
      await eventually(() => {
        tick(price);
        expect(client.lastUpdate()).toMatchObject({ quote: { price }, bar: { close: price } });
      });
    }
    expect(client.lastUpdate()?.bar).toMatchObject({ time, open: 100, high: 103 });
  },
);
