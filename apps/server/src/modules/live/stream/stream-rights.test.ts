import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { WebSocket } from '@fastify/websocket';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { AppError, byExchange, STREAM_CLOSE } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { ticksOf } from '../../../bus/index.ts';
import { createCheckedBus } from '../../../bus/testing/checked-bus.ts';
import { openDatabase } from '../../../db/index.ts';
import { openFreezableWay } from '../../../db/testing/freezable-way.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import type { Accounts } from '../../accounts/index.ts';
import { addUser, signIn } from '../../accounts/testing/people.ts';
import { startAccounts } from '../../accounts/testing/start-accounts.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { createSubscriptionRegistry } from '../subscription-registry.ts';
import { eventually } from '../testing/eventually.ts';
import { makeInstrument } from '../testing/make-instrument.ts';
import { createMemoryBars } from '../testing/memory-bars.ts';
import { LIVE_TIMING } from '../timing.ts';
import type { StreamUser } from './connection.ts';
import { StreamHub } from './hub.ts';

const STREAMS = 10_000;
const LIMIT_MS = 10_000;
/** Duration of reading a session. */
const READ_MS = 2;

/** An in-process socket that records what a browser would receive. */
class MemorySocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  lastText = '';
  closedWith: number | null = null;
  refused = 0;
  rightsTold = 0;
  send(text: string): void {
    if (text.includes('"type":"refused"')) this.refused += 1;
    if (text.includes('"type":"rights"')) this.rightsTold += 1;
    if (text.includes('"type":"update"')) this.lastText = text;
  }
  close(code: number): void {
    this.closedWith ??= code;
    this.readyState = 2;
  }
  terminate(): void {
    this.emit('close');
  }
  ping(): void {
    this.emit('pong');
  }
}

const bitcoin = makeInstrument();

/** Streams of many users of one instrument in one process, with a controlled clock. */
async function openStreams(
  count: number,
  {
    instrument = bitcoin,
    rights = {},
    startMs = Date.now(),
    accounts,
  }: {
    instrument?: Instrument;
    rights?: Partial<StreamUser>;
    startMs?: number;
    accounts?: Pick<Accounts, 'findSession' | 'onChange'> & { sessionIds: readonly string[] };
  } = {},
) {
  const bus = createCheckedBus();
  const log = { warn: () => {}, error: () => {} };
  const time = { aheadMs: 0, wallStepMs: startMs - Date.now() };
  const monotonicMs = () => performance.now() + time.aheadMs;
  const now = () => Date.now() + time.wallStepMs;
  const clock = { now, monotonicMs, observe: () => {} };
  const registry = createSubscriptionRegistry({
    bus,
    log,
    clock,
    bars: createMemoryBars(),
    fence: () => true,
  });
  const gone = new Set<string>();
  const reads = new Map<string, number>();
  const load = { now: 0, most: 0, isAway: false };
  const userOf = (id: string): StreamUser => ({ ...SUPER_ADMIN, ...rights, _id: id });
  let announce: (userIds: readonly string[]) => void = () => {};
  const hub = new StreamHub({
    registry,
    board: { watch: () => ({ close: () => {} }) },
    budget: { spend: () => 0 },
    clock,
    log,
    bus,
    catalogue: {
      resolve: async () => instrument,
      byId: () => instrument,
      importedVersion: () => '',
    },
    feeds: byExchange(() => ({ isSimulated: false })),
    isOffline: () => false,
    timing: { ...LIVE_TIMING, sweepMs: 20, conflationMs: 0 },
    onFeedState: () => () => {},
    onAccessChange: (listener) => {
      announce = listener;
      return accounts?.onChange(listener) ?? (() => {});
    },
    findSession: async (id) => {
      reads.set(id, (reads.get(id) ?? 0) + 1);
      load.now += 1;
      load.most = Math.max(load.most, load.now);
      if (accounts) return accounts.findSession(id).finally(() => (load.now -= 1));
      await wait(READ_MS);
      load.now -= 1;
      if (load.isAway) throw new AppError('INTERNAL', 'the database is away');
      return gone.has(id) ? null : userOf(id);
    },
  });
  onTestFinished(() => hub.close());
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = new MemorySocket();
    const id = accounts?.sessionIds[index] ?? `user-${index}`;
    hub.accept(socket as unknown as WebSocket, {
      sessionId: id,
      user: userOf(id),
      address: '192.0.2.1',
    });
    const channels = [{ symbol: instrument.ticker, resolution: '1' }];
    socket.emit('message', Buffer.from(JSON.stringify({ type: 'subscribe', channels })), false);
    return socket;
  });
  let price = 100;
  const tick = () => {
    price += 1;
    bus.publish(ticksOf(instrument.id), { token: 1, timeMs: Date.now(), price });
    return price;
  };
  const isChecked = () => expect(reads.size).toBe(count);
  await eventually(isChecked);
  await eventually(() => expect(load.now).toBe(0));
  reads.clear();
  return { sockets, gone, reads, load, time, tick, announce: (ids: string[]) => announce(ids) };
}

test('C31, C70: with ten thousand streams each session is asked for once by the regular check, a revoked user receives nothing after 10 s, and nobody else is asked for then', async () => {
  const world = await openStreams(STREAMS);
  const { sockets, gone, reads, load, time, tick } = world;
  gone.add('user-7');
  load.most = 0;
  time.aheadMs = LIVE_TIMING.recheckMs;
  await eventually(() => expect(reads.size).toBe(STREAMS));
  expect(Math.max(...reads.values())).toBe(1);
  expect(load.most).toBeLessThanOrEqual(32);
  await eventually(() => expect(sockets[7]?.closedWith).toBe(STREAM_CLOSE.sessionEnded));
  await eventually(() => expect(load.now).toBe(0));
  reads.clear();
  load.most = 0;

  const revoked = Array.from({ length: 1_000 }, (_, index) => `user-${index * 10}`);
  for (const id of revoked) gone.add(id);
  // With pauses, as on a busy machine ticks alone would use up the process.
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const ticking = async () => {
    while (!isOver) {
      tick();
      await wait(250);
    }
  };
  void ticking();
  const startMs = performance.now();
  world.announce(revoked);
  const open = sockets.filter(({ closedWith }) => closedWith === null);
  const ended = () => open.filter(({ closedWith }) => closedWith !== null);
  await eventually(() => expect(ended()).toHaveLength(revoked.length));
  expect(performance.now() - startMs).toBeLessThan(LIMIT_MS);
  const isRevoked = (_socket: MemorySocket, index: number) => index % 10 === 0;
  expect(ended()).toEqual(sockets.filter(isRevoked));
  expect(new Set(ended().map(({ closedWith }) => closedWith))).toEqual(
    new Set([STREAM_CLOSE.sessionEnded]),
  );
  expect(reads.size).toBe(revoked.length);
  expect(load.most).toBeLessThanOrEqual(32);
  const last = `"price":${tick()},`;
  const reached = open.filter(({ lastText }) => lastText.includes(last));
  expect(reached).toHaveLength(open.length - revoked.length);
  expect(reached.some(({ closedWith }) => closedWith !== null)).toBe(false);
});

const ENDS_AT = '2026-06-30T10:00:00Z';
test.each<[string, Partial<StreamUser>, string]>([
  [
    'a subscription that ends',
    { userType: 'retail', subscription: { isActive: true, endDate: ENDS_AT } },
    ENDS_AT,
  ],
  [
    'the last day that a commercial account has paid for',
    { userType: 'commercial', hasPaid: true, paymentValidUntil: '2026-06-29' },
    '2026-06-30T22:00:00Z',
  ],
])(
  'C22: %s locks open streams within 10 s, and nobody is asked for it',
  async (_, paid, endsAt) => {
    const startMs = Date.parse(endsAt) - HOUR_MS;
    const instrument = makeInstrument({ exchange: 'Bitfinex' });
    const rights = { ...paid, isSuperAdmin: false };
    const { sockets, reads, time } = await openStreams(200, { instrument, rights, startMs });
    const isTold = (times: number) => sockets.every(({ rightsTold }) => rightsTold === times);
    await eventually(() => expect(isTold(1)).toBe(true));
    expect(sockets.some(({ refused }) => refused > 0)).toBe(false);
    time.wallStepMs += HOUR_MS;
    time.aheadMs = LIMIT_MS;
    await eventually(() => expect(sockets.every(({ refused }) => refused === 1)).toBe(true));
    await eventually(() => expect(isTold(2)).toBe(true));
    expect(reads.size).toBe(0);
  },
);

test('C22: a failed check of rights is repeated without delaying other sessions', async () => {
  const { sockets, gone, load, announce } = await openStreams(50);
  load.isAway = true;
  gone.add('user-3');
  announce(['user-3', 'user-4']);
  await wait(5 * READ_MS);
  expect(sockets[3]?.closedWith).toBeNull();
  load.isAway = false;
  await eventually(() => expect(sockets[3]?.closedWith).toBe(STREAM_CLOSE.sessionEnded));
  expect(sockets[4]?.closedWith).toBeNull();
});

test('C22, C70: while the database hangs, announced users are disconnected within 10 s, others a minute after their check', async () => {
  const server = await startAccounts('postgres');
  onTestFinished(server.close);
  const way = await openFreezableWay(server.database.url ?? '');
  const database = await openDatabase({ databaseUrl: way.url, dataDir: '', log: silentLog });
  onTestFinished(() => database.close());
  const second = await startAccounts('postgres', {}, { ...server, database });
  onTestFinished(second.close);
  // Queries under way would be waited for.
  onTestFinished(way.terminate);
  const { findSession, onChange, accessChanges } = second.accounts;
  const people = await Promise.all([addUser(server), addUser(server)]);
  for (const person of people) await signIn(server, person);
  const rows = await server.database.db.selectFrom('sessions').select(['id', 'user_id']).execute();
  const sessionIds = people.map(({ id }) => rows.find((row) => row.user_id === id)?.id ?? '');
  const accounts = { findSession, onChange, sessionIds };
  const { sockets, reads, time, tick } = await openStreams(2, { accounts });
  const [other, announced] = sockets;
  way.freeze();
  second.clock.add(6 * SECOND_MS);
  accessChanges.announce([people[1]?.id ?? '']);
  await eventually(() => expect(reads.has(sessionIds[1] ?? '')).toBe(true));
  expect(announced?.closedWith).toBeNull();
  time.aheadMs += 8 * SECOND_MS;
  await eventually(() => expect(announced?.closedWith).toBe(STREAM_CLOSE.goingAway));
  const price = tick();
  await eventually(() => expect(other?.lastText).toContain(`"price":${price},`));
  expect(reads.has(sessionIds[0] ?? '')).toBe(false);
  second.clock.add(LIVE_TIMING.recheckMs);
  time.aheadMs += LIVE_TIMING.recheckMs;
  await eventually(() => expect(reads.has(sessionIds[0] ?? '')).toBe(true));
  expect(other?.closedWith).toBeNull();
  time.aheadMs += MINUTE_MS;
  await eventually(() => expect(other?.closedWith).toBe(STREAM_CLOSE.goingAway));
});
