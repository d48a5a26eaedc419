import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import { eventually } from '../testing/eventually.ts';
import { type StreamServer, startStreamServer } from '../testing/start-stream-server.ts';
import { fetchTicket, openStream } from '../testing/stream-client.ts';

const IS_LONG = process.env.TEST_LONG === 'true';
const CONNECTIONS = IS_LONG ? 250 : 30;
const HANDSHAKES = IS_LONG ? 999 : 60;
const MESSAGES_A_CONNECTION = 40;
const NO_LIMITS = {
  perVisitor: 1e6,
  perAccount: 1e6,
  perAddress: 1e6,
  perCustomer: 1e6,
  perCustomers: 1e6,
};

const database = useTestDatabase('postgres');

/** Any UTF-16 text, including lone surrogates. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 120 })
  .map((units) => String.fromCharCode(...units));
const resolution = fc.oneof(fc.constantFrom('1', '60', '1D'), anyText);
const channel = fc.record({ symbol: fc.oneof(fc.constant('FMP:BTCUSD'), anyText), resolution });
const request = fc.record({
  type: fc.constantFrom('subscribe', 'unsubscribe', 'é'.repeat(90)),
  channels: fc.array(channel, { maxLength: 3 }),
});
/** A well-formed request with an additional field, whose name appears in the close frame's reason. */
const unknownField = fc
  .tuple(request, anyText)
  .map(([asked, name]) => ({ ...asked, type: 'subscribe', [`${name}${'é'.repeat(70)}`]: 1 }));

const text = fc.oneof(
  fc.json({ stringUnit: 'binary' }),
  anyText,
  request.map((asked) => JSON.stringify(asked)),
  unknownField.map((asked) => JSON.stringify(asked)),
);

/** A client frame of RFC 6455, possibly with flipped header bits. */
const frame = fc
  .record({
    head: fc.integer({ min: 0, max: 255 }),
    isMasked: fc.boolean(),
    claimed: fc.option(fc.integer({ min: 0, max: 0xffff })),
    payload: fc.uint8Array({ maxLength: 200 }),
  })
  .map(({ head, isMasked, claimed, payload }) => {
    const length = claimed ?? payload.length;
    const start = [head, (isMasked ? 0x80 : 0) | 126, length >> 8, length & 255];
    return Buffer.concat([Buffer.from(start), isMasked ? Buffer.alloc(4) : Buffer.of(), payload]);
  });

type Step =
  | { kind: 'text'; text: string }
  | { kind: 'binary'; bytes: Uint8Array }
  | { kind: 'fragments'; parts: string[] }
  | { kind: 'oversize' }
  | { kind: 'frame'; bytes: Buffer }
  | { kind: 'ping' }
  | { kind: 'destroy' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: text.map((each) => ({ kind: 'text' as const, text: each })) },
  fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ kind: 'binary' as const, bytes })),
  fc.array(text, { maxLength: 4 }).map((parts) => ({ kind: 'fragments' as const, parts })),
  fc.constant({ kind: 'oversize' as const }),
  frame.map((bytes) => ({ kind: 'frame' as const, bytes })),
  fc.constant({ kind: 'ping' as const }),
  fc.constant({ kind: 'destroy' as const }),
);

function perform(socket: WebSocket, raw: Socket, each: Step): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  switch (each.kind) {
    case 'text':
      socket.send(each.text);
      break;
    case 'binary':
      socket.send(each.bytes);
      break;
    case 'fragments':
      for (const part of each.parts) socket.send(part, { fin: false });
      socket.send('', { fin: true });
      break;
    case 'oversize':
      socket.send('x'.repeat(20_000));
      break;
    case 'frame':
      raw.write(each.bytes);
      break;
    case 'ping':
      socket.ping();
      break;
    case 'destroy':
      raw.destroy();
  }
}

/** Sends all on one connection, whatever the server does. */
async function attack(server: StreamServer, steps: readonly Step[]): Promise<void> {
  const ticket = await fetchTicket(server.address);
  const socket = new WebSocket(
    `${server.address.replace('http', 'ws')}/api/stream?ticket=${ticket}`,
  );
  socket.on('error', () => {});
  let raw: Socket | undefined;
  socket.on('upgrade', (response) => {
    raw = response.socket;
  });
  await once(socket, 'open');
  for (const each of steps) if (raw) perform(socket, raw, each);
  await new Promise((resolve) => setImmediate(resolve));
  socket.terminate();
}

test('C68: no message and no frame ends the process; correct clients go on', async () => {
  const server = await startStreamServer(database, { streamLimits: NO_LIMITS });
  const rejections: unknown[] = [];
  const onRejection = (error: unknown) => void rejections.push(error);
  process.on('unhandledRejection', onRejection);
  onTestFinished(() => void process.off('unhandledRejection', onRejection));
  const bystander = await openStream(server.address, await fetchTicket(server.address));
  bystander.send({ type: 'subscribe', channels: [{ symbol: 'FMP:BTCUSD', resolution: '1' }] });
  const session = fc.array(step, {
    minLength: MESSAGES_A_CONNECTION,
    maxLength: MESSAGES_A_CONNECTION,
  });
  await fc.assert(
    fc.asyncProperty(session, (steps) => attack(server, steps)),
    { numRuns: CONNECTIONS },
  );
  await eventually(() => expect(server.streams.size()).toBe(1));
  expect(rejections).toEqual([]);
  expect(bystander.closed).toBeNull();
  expect(bystander.messages.length).toBeGreaterThan(0);
});

test('C68: a reason too long for a close frame is cut between characters', async () => {
  const server = await startStreamServer(database);
  for (const letter of ['é', '€', '😀', '\ud800', 'x']) {
    const client = await openStream(server.address, await fetchTicket(server.address));
    client.sendRaw(`{"type":"subscribe","channels":[],${JSON.stringify(letter.repeat(200))}:1}`);
    await eventually(() => expect(client.closed?.code).toBe(1008));
    const { reason = '' } = client.closed ?? {};
    expect(reason).toMatch(/^Bad message/);
    expect(Buffer.byteLength(reason)).toBeGreaterThan(110);
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
    expect(reason.replaceAll(letter, '')).not.toMatch(/[^ -~\ufffd]/);
  }
});

/** Aborts a handshake in the way of `how`. */
async function abortHandshake(server: StreamServer, how: number): Promise<void> {
  const { hostname, port } = new URL(server.address);
  const ticket = await fetchTicket(server.address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const key = how % 3 === 0 ? 'no key' : randomBytes(16).toString('base64');
  socket.write(
    [
      `GET /api/stream?ticket=${ticket} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      `Sec-WebSocket-Version: ${how % 3 === 1 ? 1 : 13}`,
      `Sec-WebSocket-Key: ${key}`,
      '\r\n',
    ].join('\r\n'),
    () => how % 3 === 2 && socket.destroy(),
  );
  socket.resume();
  if (!socket.destroyed) await once(socket, 'close');
}

test('C69: any number of aborted handshakes leaves every counter at zero', async () => {
  let slots = 0;
  const acquireSlot = async () => {
    slots += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return {
      release: async () => {
        slots -= 1;
      },
    };
  };
  const server = await startStreamServer(database, { acquireSlot });
  server.caller = null;
  for (let turn = 0; turn < HANDSHAKES; turn += 3) {
    await Promise.all([0, 1, 2].map((how) => abortHandshake(server, how)));
  }
  await eventually(() => expect(slots).toBe(0));
  expect([...server.streams.held()]).toEqual([]);
  expect(server.streams.size()).toBe(0);
  const client = await openStream(server.address, await fetchTicket(server.address));
  client.send({ type: 'subscribe', channels: [{ symbol: 'FMP:BTCUSD', resolution: '1' }] });
  await eventually(() => expect(client.messages.length).toBeGreaterThan(0));
  expect(client.closed).toBeNull();
});

test('C73: an account has at most twenty connections, with a close code of its own', async () => {
  const server = await startStreamServer(database);
  const join = async () => openStream(server.address, await fetchTicket(server.address));
  const clients = await Promise.all(Array.from({ length: 20 }, join));
  const oneMore = await join();
  await eventually(() =>
    expect(oneMore.closed).toEqual({
      code: 4429,
      reason: 'At most 20 connections of one account',
    }),
  );
  for (const { closed } of clients) expect(closed).toBeNull();
  clients[0]?.close();
  await eventually(async () => {
    const next = await join();
    await new Promise((resolve) => setImmediate(resolve));
    expect(next.closed).toBeNull();
  });
});

test('C73: a stream without subscriptions and messages is closed, others are not', async () => {
  const server = await startStreamServer(database, { timing: { idleMs: 4_000 } });
  const silent = await openStream(server.address, await fetchTicket(server.address));
  const subscribed = await openStream(server.address, await fetchTicket(server.address));
  subscribed.send({ type: 'subscribe', channels: [{ symbol: 'FMP:BTCUSD', resolution: '1' }] });
  await eventually(() => expect(silent.closed?.code).toBe(4408));
  expect(subscribed.closed).toBeNull();
});
