import type { FeedExchange } from '@moneytrail/contract';
import { type AdmissionControl, createFeed, type Feed, FeedError } from '@moneytrail/feeds';
import { type Simulator, startSimulator } from '@moneytrail/simulators';
import PQueue from 'p-queue';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../../db/index.ts';
import {
  createTestPlace,
  openTestDatabase,
  silentLog,
  type TestPlace,
  USUAL_KINDS,
} from '../../db/testing/test-database.ts';
import {
  createSharedAdmissions,
  insertTokens,
  readReachedLimits,
  type SharedAdmissions,
} from './shared-admission.ts';

const clock = { now: Date.now };
const LIMIT = { name: 'default', calls: 50, perMs: 3_600_000 };
const FAILED = { isProbe: false, isFailure: true, restMs: null };
const SUCCEEDED = { ...FAILED, isFailure: false };
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Admitted calls and probes out of `count` calls per process, ten at once like a feed's. */
async function admitAtOnce(controls: readonly AdmissionControl[], count: number) {
  const asked = controls.flatMap((control) => {
    const queue = new PQueue({ concurrency: 10 });
    return Array.from({ length: count }, () => queue.add(() => control.admit(LIMIT, 'reader')));
  });
  const admitted = (await Promise.all(asked)).filter(({ kind }) => kind === 'call');
  return {
    calls: admitted.length,
    probes: admitted.filter((each) => each.kind === 'call' && each.isProbe).length,
  };
}

/** The database of a busy machine is slow, not away. */
const SLOW_NOT_AWAY = { storeTimeoutMs: 60_000 };

describe.each(USUAL_KINDS)('three processes on %s', (kind) => {
  let handle: DatabaseHandle;
  let processes: SharedAdmissions[];
  const of = (exchange: FeedExchange) => processes.map((each) => each.of(exchange));

  beforeAll(async () => {
    handle = await openTestDatabase(kind);
  });
  afterAll(() => handle.close());
  beforeEach(async () => {
    await handle.db.deleteFrom('vendor_tokens').execute();
    const closed = { open_until_ms: null, probe_until_ms: null, rest_until_ms: 0 };
    await handle.db
      .updateTable('feed_breakers')
      .set({ ...closed, recent: [] })
      .execute();
    processes = Array.from({ length: 3 }, () =>
      createSharedAdmissions({ db: handle.db, clock, log: silentLog, ...SLOW_NOT_AWAY }),
    );
    closers.push(() => {
      for (const each of processes) each.close();
    });
  });

  /** Lets the wait of an open breaker be over, by its stored time. */
  const passWait = () => handle.db.updateTable('feed_breakers').set({ open_until_ms: 0 }).execute();

  test('use 80 % of a limit together, not each', async () => {
    expect(await admitAtOnce(of('Tiingo'), 40)).toEqual({ calls: 40, probes: 0 });
    expect(await admitAtOnce(of('Tiingo'), 1)).toEqual({ calls: 0, probes: 0 });
    expect(await admitAtOnce(of('FMP'), 40)).toEqual({ calls: 40, probes: 0 });
  });

  test('a reached limit is one state with a count and one line in the log, however many calls it holds back', async () => {
    const told: unknown[] = [];
    const log = { warn: (detail: object) => void told.push(detail) };
    const own = createSharedAdmissions({ db: handle.db, clock, log, ...SLOW_NOT_AWAY });
    closers.push(own.close);
    expect(await readReachedLimits(handle.db)).toEqual(new Map());
    for (let call = 0; call < 20; call++) own.of('Tiingo').heldBack();
    await expect
      .poll(async () => (await readReachedLimits(handle.db)).get('Tiingo')?.heldBackCalls)
      .toBe(20);
    processes[0]?.of('Tiingo').heldBack();
    await expect
      .poll(async () => (await readReachedLimits(handle.db)).get('Tiingo')?.heldBackCalls)
      .toBe(21);
    expect(told).toEqual([{ exchange: 'Tiingo' }]);
    await handle.db.updateTable('feed_breakers').set({ limit_reached_ms: 0 }).execute();
    expect(await readReachedLimits(handle.db)).toEqual(new Map());
  });

  test('a limit that is counted twice within a millisecond is told once', async () => {
    const log = { warn: vi.fn() };
    const own = createSharedAdmissions({ db: handle.db, clock, log, ...SLOW_NOT_AWAY });
    closers.push(own.close);
    const rounds = 40;
    for (let round = 1; round <= rounds; round++) {
      await handle.db.updateTable('feed_breakers').set({ limit_reached_ms: 0 }).execute();
      own.of('Tiingo').heldBack();
      own.of('Tiingo').heldBack();
      await expect
        .poll(async () => (await readReachedLimits(handle.db)).get('Tiingo')?.heldBackCalls, {
          interval: 5,
        })
        .toBe(2);
    }
    expect(log.warn).toHaveBeenCalledTimes(rounds);
  });

  test('the newest bars leave an eighth of the limit to readers, and history a quarter', async () => {
    const [control] = of('FMP');
    const made = async (priority: 'background' | 'newest' | 'reader') => {
      let calls = 0;
      while ((await control?.admit(LIMIT, priority))?.kind === 'call') calls += 1;
      return calls;
    };
    expect([await made('background'), await made('newest'), await made('reader')]).toEqual([
      30, 5, 5,
    ]);
  });

  test('background work of one leaves a quarter of the limit to readers of the others', async () => {
    const [worker, reader] = of('FMP');
    let made = 0;
    while ((await worker?.admit(LIMIT, 'background'))?.kind === 'call') made += 1;
    expect(made).toBe(30);
    expect(await admitAtOnce(reader ? [reader] : [], 60)).toEqual({ calls: 10, probes: 0 });
  });

  test('open the breaker for all by failures that are spread over them', async () => {
    const [first, second, third] = of('FMP');
    for (let call = 0; call < 5; call++) await first?.record(SUCCEEDED);
    for (let call = 0; call < 4; call++) await second?.record(FAILED);
    expect(await admitAtOnce(of('FMP'), 1)).toEqual({ calls: 3, probes: 0 });
    await third?.record(FAILED);
    expect(await admitAtOnce(of('FMP'), 1)).toEqual({ calls: 0, probes: 0 });
    expect(first?.breaker().openUntilMs).toBeGreaterThan(Date.now() + 10_000);
    expect(await admitAtOnce(of('Bitfinex'), 1)).toEqual({ calls: 3, probes: 0 });
  });

  test('let one probe through of 150 calls that wait, and all of them when it succeeds', async () => {
    const [first, second] = of('FMP');
    await Promise.all(Array.from({ length: 10 }, () => first?.record(FAILED)));
    await passWait();
    expect(await admitAtOnce(of('FMP'), 50)).toEqual({ calls: 1, probes: 1 });
    await second?.record({ ...SUCCEEDED, isProbe: true });
    expect(await admitAtOnce(of('FMP'), 3)).toEqual({ calls: 9, probes: 0 });
  });

  test('count the calls of a large plan together, at once', async () => {
    const limit = { ...LIMIT, calls: 10_000 };
    await insertTokens(handle.db, 'Tiingo', { name: limit.name, size: 8_000 });
    const [first, second] = of('Tiingo');
    await first?.admit(limit, 'reader');
    await second?.admit(limit, 'background');
    const taken = handle.db.selectFrom('vendor_tokens').select('slot').where('free_at_ms', '>', 0);
    expect(await taken.execute()).toHaveLength(2);
  });

  test('connect their streams within one limit, whatever the breaker does', async () => {
    const limit = { name: 'connections', calls: 20, perMs: 3_600_000, isStream: true } as const;
    const [first] = of('Bitfinex');
    await Promise.all(Array.from({ length: 10 }, () => first?.record(FAILED)));
    const asked = of('Bitfinex').flatMap((control) =>
      Array.from({ length: 10 }, () => control.admit(limit, 'reader')),
    );
    const admitted = (await Promise.all(asked)).filter(({ kind }) => kind === 'call');
    expect(admitted).toHaveLength(16);
  });

  test('keep away together while the vendor asks for rest', async () => {
    const [first] = of('FMP');
    await first?.record({ isProbe: false, isFailure: false, restMs: 60_000 });
    expect(await admitAtOnce(of('FMP'), 1)).toEqual({ calls: 0, probes: 0 });
  });
});

test('without its database a process makes a fiftieth of the calls, and all again with it', async () => {
  const place = await createTestPlace('postgres');
  closers.push(place.drop);
  const handle = await openDatabase({ ...place, log: silentLog });
  await handle.close();
  const admissions = createSharedAdmissions({ db: handle.db, clock, log: silentLog });
  closers.push(admissions.close);
  const limit = { ...LIMIT, calls: 300 };
  const asked = Array.from({ length: 50 }, () => admissions.of('FMP').admit(limit, 'reader'));
  const admitted = (await Promise.all(asked)).filter(({ kind }) => kind === 'call');
  expect(admitted).toHaveLength(4);
});

/** The feeds of three processes, each with its own pool, and one vendor that counts requests. */
async function startReplicas(exchange: FeedExchange, place: TestPlace, vendor: Simulator) {
  const replicas: Feed[] = [];
  for (let replica = 0; replica < 3; replica++) {
    const handle = await openDatabase({ ...place, log: silentLog });
    const admissions = createSharedAdmissions({
      db: handle.db,
      clock,
      log: silentLog,
      ...SLOW_NOT_AWAY,
    });
    closers.push(handle.close, admissions.close);
    const settings = {
      restUrl: vendor.restUrl,
      ...(vendor.apiKey === null ? {} : { apiKey: vendor.apiKey }),
      isSimulated: false,
      admission: admissions.of(exchange),
    };
    const environment = { ...clock, random: Math.random, report: () => undefined };
    replicas.push(createFeed(exchange, settings, environment));
  }
  return replicas;
}

test.each([
  ['Bitfinex', 24, 'candles'],
  ['FMP', 144, 'historical'],
  ['Tiingo', 40, 'prices'],
] as const)(
  'three replicas make %s serve %i calls and refuse none',
  async (exchange, calls, path) => {
    const vendor = await startSimulator(exchange);
    closers.push(vendor.close);
    vendor.faults.set({ enforceLimits: true });
    const place = await createTestPlace('postgres');
    closers.push(place.drop);
    const replicas = await startReplicas(exchange, place, vendor);
    const instrument = { code: 'BTCUSD', type: 'crypto', marketHours: 'crypto' } as const;
    const toMs = Date.now();
    const request = { instrument, resolution: '1D', fromMs: toMs - 5 * 86_400_000, toMs } as const;
    const outcomes = await Promise.allSettled(
      replicas.flatMap((feed) => Array.from({ length: 100 }, () => feed.history(request))),
    );
    expect(vendor.requests().filter((each) => each.path.includes(path))).toHaveLength(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(calls);
    const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    const isOurs = (reason: unknown) =>
      reason instanceof FeedError && reason.message.includes('limit is used up');
    expect(reasons.filter((reason) => !isOurs(reason))).toEqual([]);
  },
);
