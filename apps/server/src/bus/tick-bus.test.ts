import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { eventually } from '../modules/live/testing/eventually.ts';
import { createLocalBus, createNatsBus, type TickBus, type Topic, ticksOf } from './index.ts';
import { createCheckedBus } from './testing/checked-bus.ts';
import { findNats } from './testing/find-nats.ts';

type Ends = {
  publisher: TickBus;
  listener: TickBus;
  reports: string[];
  /** The calls of both ends' meters. */
  metered: { published: string[]; received: [string, unknown][] };
};

/** Options of a bus that record its reports and what it tells its meter. */
function recording() {
  const reports: string[] = [];
  const metered: Ends['metered'] = { published: [], received: [] };
  const meter = {
    published: (subject: string) => metered.published.push(subject),
    received: (subject: string, message: unknown) => metered.received.push([subject, message]),
  };
  return { reports, metered, options: { report: (text: string) => reports.push(text), meter } };
}

function localEnds(create: typeof createLocalBus) {
  return async (): Promise<Ends> => {
    const { options, ...records } = recording();
    const bus = create(options);
    return { publisher: bus, listener: bus, ...records };
  };
}

async function natsEnds(): Promise<Ends> {
  const natsUrl = await findNats();
  const { options: recorded, ...records } = recording();
  const options = { subjectPrefix: `test-${randomUUID()}`, ...recorded };
  const publisher = await createNatsBus(natsUrl, options);
  const listener = await createNatsBus(natsUrl, options);
  return { publisher, listener, ...records };
}

async function open(makeEnds: () => Promise<Ends>): Promise<Ends> {
  const ends = await makeEnds();
  onTestFinished(async () => {
    await ends.publisher.close();
    await ends.listener.close();
  });
  return ends;
}

/** Buses that check messages; tests of the server use the local one. */
const CHECKED: [string, () => Promise<Ends>][] = [
  ['in process, with checks', localEnds(createCheckedBus)],
  ['over NATS', natsEnds],
];
const KINDS: typeof CHECKED = [['in process', localEnds(createLocalBus)], ...CHECKED];

describe.each(KINDS)('a tick bus %s', (_name, makeEnds) => {
  test('delivers the messages of a topic in the order they were published', async () => {
    const { publisher, listener } = await open(makeEnds);
    const prices: number[] = [];
    listener.subscribe(ticksOf(1), ({ price }) => prices.push(price));
    await listener.flush();
    for (let price = 1; price <= 1_000; price++)
      publisher.publish(ticksOf(1), { token: 1, timeMs: 5, price });
    await eventually(() => expect(prices).toHaveLength(1_000));
    expect(prices).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
  });

  test('delivers to every listener of a topic and to none of another', async () => {
    const { publisher, listener } = await open(makeEnds);
    const received: string[] = [];
    listener.subscribe(ticksOf(1), () => received.push('first'));
    listener.subscribe(ticksOf(1), () => received.push('second'));
    listener.subscribe(ticksOf(2), () => received.push('other'));
    listener.subscribe(ticksOf(11), () => received.push('longer'));
    await listener.flush();
    publisher.publish(ticksOf(1), { token: 1, timeMs: 5, price: 1 });
    await eventually(() => expect(received).toHaveLength(2));
    expect(received.sort()).toEqual(['first', 'second']);
  });

  test('goes on after a listener that throws, and reports it', async () => {
    const { publisher, listener, reports } = await open(makeEnds);
    const prices: number[] = [];
    listener.subscribe(ticksOf(1), () => {
      throw new Error('broken listener');
    });
    listener.subscribe(ticksOf(1), ({ price }) => prices.push(price));
    await listener.flush();
    publisher.publish(ticksOf(1), { token: 1, timeMs: 5, price: 1 });
    publisher.publish(ticksOf(1), { token: 1, timeMs: 6, price: 2 });
    await eventually(() => expect(prices).toEqual([1, 2]));
    expect(new Set(reports)).toEqual(new Set(['a listener of the bus failed']));
    expect(listener.lost()).toBe(2);
  });

  test('delivers nothing after unsubscribing, however often it is done', async () => {
    const { publisher, listener } = await open(makeEnds);
    const received: string[] = [];
    const unsubscribe = listener.subscribe(ticksOf(1), () => received.push('gone'));
    listener.subscribe(ticksOf(1), () => received.push('here'));
    await listener.flush();
    unsubscribe();
    unsubscribe();
    await listener.flush();
    publisher.publish(ticksOf(1), { token: 1, timeMs: 5, price: 1 });
    await eventually(() => expect(received).toContain('here'));
    expect(received).toEqual(['here']);
  });

  test('meters each published message, and each for every listener that gets it', async () => {
    const { publisher, listener, metered } = await open(makeEnds);
    const tick = { token: 1, timeMs: 5, price: 1 };
    const meteredBefore: number[] = [];
    const note = () => meteredBefore.push(metered.received.length);
    listener.subscribe(ticksOf(1), note);
    listener.subscribe(ticksOf(1), note);
    await listener.flush();
    publisher.publish(ticksOf(1), tick);
    publisher.publish(ticksOf(2), tick);
    await eventually(() => expect(meteredBefore).toEqual([1, 2]));
    expect(metered).toEqual({
      published: ['ticks.1', 'ticks.2'],
      received: [
        ['ticks.1', tick],
        ['ticks.1', tick],
      ],
    });
  });

  test('is silent after closing, for publishers too', async () => {
    const { publisher, listener, reports } = await open(makeEnds);
    const received: number[] = [];
    listener.subscribe(ticksOf(1), ({ price }) => received.push(price));
    await publisher.close();
    await listener.close();
    publisher.publish(ticksOf(1), { token: 1, timeMs: 5, price: 1 });
    expect({ received, reports }).toEqual({ received: [], reports: [] });
  });
});

describe.each(CHECKED)('a tick bus %s', (_name, makeEnds) => {
  test('drops and reports a message that does not fit its topic', async () => {
    const { publisher, listener, reports } = await open(makeEnds);
    const prices: number[] = [];
    listener.subscribe(ticksOf(1), ({ price }) => prices.push(price));
    await listener.flush();
    const misspelt: Topic<{ timeMs: number; price: string }> = {
      subject: ticksOf(1).subject,
      schema: z.object({ timeMs: z.number(), price: z.string() }),
    };
    publisher.publish(misspelt, { timeMs: 5, price: 'a lot' });
    publisher.publish(ticksOf(1), { token: 1, timeMs: 6, price: 2 });
    await eventually(() => expect(prices).toEqual([2]));
    expect(reports).toEqual(['a message does not fit its topic']);
  });
});

test('a message that would not arrive unchanged over NATS fails a test', () => {
  const bus = createCheckedBus();
  const tick = { token: 1, timeMs: 5, price: 1 };
  expect(() => bus.publish(ticksOf(1), { ...tick, price: Number.NaN })).toThrow('ticks.1');
  const withMore = { ...tick, colour: 'red' };
  expect(() => bus.publish(ticksOf(1), withMore)).toThrow('ticks.1');
});

test('a NATS server that cannot be reached is named at once', async () => {
  await expect(createNatsBus('nats://127.0.0.1:1')).rejects.toThrow('NATS at 127.0.0.1:1');
});

/** The part of a NATS server that a client needs to connect; `logins` are those that clients sent. */
async function openLoginServer(): Promise<{ port: number; logins: object[] }> {
  const logins: object[] = [];
  const server = createServer((socket) => {
    const info = { server_id: 'test', version: '2.10.0', proto: 1, max_payload: 1_024 };
    socket.write(`INFO ${JSON.stringify({ ...info, auth_required: true })}\r\n`);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const [, login] = /^CONNECT (.*)$/m.exec(bytes.toString()) ?? [];
      if (login) {
        const { user, pass, auth_token } = JSON.parse(login);
        logins.push({ user, pass, auth_token });
      }
      if (bytes.includes('PING')) socket.write('PONG\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, logins };
}

test.each([
  ['moneytrail:p%40ss@', { user: 'moneytrail', pass: 'p@ss' }],
  ['a-token@', { auth_token: 'a-token' }],
  ['', {}],
])('the login in the address of NATS is used: %s', async (login, sent) => {
  const { port, logins } = await openLoginServer();
  const bus = await createNatsBus(`nats://${login}127.0.0.1:${port}`);
  await bus.close();
  expect(logins).toEqual([sent]);
});

/** A TCP proxy before the NATS server: cutting it ends connections and refuses new ones until it is restored. */
async function openProxy(
  natsUrl: string,
): Promise<{ url: string; cut: () => void; restore: () => void }> {
  const { hostname, port } = new URL(natsUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const restore = () => {
    isCut = false;
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const address = server.address() as AddressInfo;
  return { url: `nats://127.0.0.1:${address.port}`, cut, restore };
}

test('over NATS subscriptions survive a lost connection, and what was published meanwhile is dropped, counted and reported', async () => {
  const proxy = await openProxy(await findNats());
  const reports: string[] = [];
  const subjectPrefix = `test-${randomUUID()}`;
  const report = (message: string) => reports.push(message);
  const bus = await createNatsBus(proxy.url, { subjectPrefix, report, reconnectWaitMs: 50 });
  onTestFinished(() => bus.close());
  const prices: number[] = [];
  bus.subscribe(ticksOf(1), ({ price }) => prices.push(price));
  let reconnects = 0;
  bus.onReconnect(() => {
    throw new Error('a listener that fails');
  });
  bus.onReconnect(() => {
    reconnects += 1;
  });
  await bus.flush();
  await bus.check();
  proxy.cut();
  await eventually(() => expect(reports).toContain('NATS: disconnect'));
  for (let price = 1; price <= 100; price++)
    bus.publish(ticksOf(1), { token: 1, timeMs: 5, price });
  await expect(bus.check()).rejects.toThrow('NATS is not connected');
  expect(bus.lost()).toBe(100);
  expect(reports.filter((each) => each === 'the bus is away, messages are lost')).toHaveLength(1);
  proxy.restore();
  await eventually(() => expect(reports).toContain('NATS: reconnect'));
  bus.publish(ticksOf(1), { token: 1, timeMs: 6, price: 101 });
  await eventually(() => expect(prices).toEqual([101]));
  await bus.check();
  expect(reconnects).toBe(1);
});
