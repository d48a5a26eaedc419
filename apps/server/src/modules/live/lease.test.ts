import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/index.ts';
import { createPostgres, DATABASE_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { createSteadyClock } from '../../steady-clock.ts';
import { FEED_GROUPS, groupKey, preferredProcess } from './feed-groups.ts';
import { holdLeases, type Lease } from './lease.ts';
import { isNewestLease, register, releaseGroups, renew, takeGroups } from './lease-store.ts';
import { takeWholeFeed } from './testing/earlier-release.ts';
import { eventually } from './testing/eventually.ts';
import { startFreezingProxy } from './testing/freezing-proxy.ts';

const log = pino({ level: 'silent' });
const clock = createSteadyClock({ now: Date.now });
const TIMING = { leaseMs: 900, renewMs: 100 };

/** On PostgreSQL, which several processes can open. */
async function openCandidates() {
  const { url: direct, drop } = await createPostgres();
  onTestFinished(drop);
  const { url, ...proxy } = await startFreezingProxy(direct);
  /** The owners of each group now, and the processes that ever read it. */
  const owners = new Map(FEED_GROUPS.map((each) => [groupKey(each), new Set<string>()]));
  const changes: string[] = [];
  const mostAtOnce = { count: 0 };
  const join = async (processId: string) => {
    const database = await openDatabase({ databaseUrl: url, dataDir: '', log });
    const { db } = database;
    const leases = new Map<string, Lease>();
    const lead = (lease: Lease) => {
      const key = groupKey(lease);
      leases.set(key, lease);
      const current = owners.get(key) ?? new Set();
      current.add(processId);
      changes.push(key);
      mostAtOnce.count = Math.max(mostAtOnce.count, current.size);
      return async () => {
        current.delete(processId);
      };
    };
    const stop = holdLeases({ db, clock, log, processId, isAlone: false }, TIMING, lead);
    onTestFinished(async () => {
      await stop();
      await database.close();
    });
    return { stop, db, leases, cutOff: () => database.close() };
  };
  /** Waits until each group is read by its preferred one of these processes. */
  const settled = (...processIds: string[]) =>
    eventually(() => {
      for (const each of FEED_GROUPS) {
        expect([...(owners.get(groupKey(each)) ?? [])]).toEqual([
          preferredProcess(each, processIds),
        ]);
      }
    });
  return { join, settled, owners, changes, mostAtOnce, ...proxy };
}

test('a process that joins is handed its groups, and no others move; one that stops gives them back', async () => {
  const { join, settled, changes, mostAtOnce } = await openCandidates();
  await join('first');
  await settled('first');
  changes.length = 0;
  const second = await join('second');
  await settled('first', 'second');
  const ofSecond = FEED_GROUPS.filter(
    (each) => preferredProcess(each, ['first', 'second']) === 'second',
  ).map(groupKey);
  expect(ofSecond.length).toBeGreaterThan(0);
  expect(changes.toSorted()).toEqual(ofSecond.toSorted());
  await second.stop();
  await settled('first');
  expect(mostAtOnce.count).toBe(1);
});

test('a process cut off from the database steps down before another begins', async () => {
  const { join, settled, mostAtOnce } = await openCandidates();
  const first = await join('first');
  await settled('first');
  await join('second');
  await join('third');
  await settled('first', 'second', 'third');
  await first.cutOff();
  await settled('second', 'third');
  expect(mostAtOnce.count).toBe(1);
});

test('while the database is frozen no group has an owner; afterwards each has one again, which knows the gap', async () => {
  const { join, settled, owners, mostAtOnce, freeze, thaw } = await openCandidates();
  const processes = [await join('first'), await join('second')];
  await settled('first', 'second');
  freeze();
  const frozenMs = clock.monotonicMs();
  await eventually(() => expect([...owners.values()].flatMap((now) => [...now])).toEqual([]));
  const longMs = 3 * TIMING.leaseMs;
  await eventually(() => expect(clock.monotonicMs() - frozenMs).toBeGreaterThan(longMs));
  thaw();
  await settled('first', 'second');
  expect(mostAtOnce.count).toBe(1);
  await eventually(() => {
    const leases = processes.flatMap(({ leases }) => [...leases.values()]);
    const held = leases.filter(({ isHeld }) => isHeld());
    expect(held).toHaveLength(FEED_GROUPS.length);
    for (const { unreadMs } of held) expect(unreadMs).toBeGreaterThan(longMs);
  });
});

test('a process whose registration was ended drops its groups and registers anew', async () => {
  const { join, settled } = await openCandidates();
  const { db, leases } = await join('first');
  await settled('first');
  const before = [...leases.values()];
  await db.deleteFrom('ingest_processes').execute();
  await eventually(() => expect(before.filter(({ isHeld }) => isHeld())).toEqual([]));
  await settled('first');
  await eventually(() => expect([...leases.values()].every(({ isHeld }) => isHeld())).toBe(true));
  for (const { exchange, group, groupToken } of before) {
    expect(leases.get(groupKey({ exchange, group }))?.groupToken).toBeGreaterThan(groupToken);
  }
});

describe('beside processes of an earlier release, which lease whole feeds', () => {
  test('no group of a feed is taken while one holds it; the tokens of the feed grow with every change', async () => {
    const { join, owners } = await openCandidates();
    const { db } = await join('new');
    const read = (exchange: string) =>
      [...owners].filter(([key, now]) => key.startsWith(exchange) && now.size > 0).length;
    await eventually(() => expect([read('FMP'), read('Bitfinex')]).toEqual([1, 16]));
    expect(await takeWholeFeed(db, { exchange: 'FMP', owner: 'old' })).toBeNull();

    // The earlier release ran first: its lease of the feed has not ended.
    await db
      .updateTable('feed_leases')
      .set({ owner: 'old', expires_at_ms: Date.now() + 60_000, token: 7 })
      .where('exchange', '=', 'Bitfinex')
      .execute();
    await eventually(() => expect([read('FMP'), read('Bitfinex')]).toEqual([1, 0]));
    expect(await takeWholeFeed(db, { exchange: 'Bitfinex', owner: 'old' })).toBe(7);

    await db
      .updateTable('feed_leases')
      .set({ expires_at_ms: 0 })
      .where('exchange', '=', 'Bitfinex')
      .execute();
    await eventually(() => expect(read('Bitfinex')).toBe(16));
    const { token } = await db
      .selectFrom('feed_leases')
      .select('token')
      .where('exchange', '=', 'Bitfinex')
      .executeTakeFirstOrThrow();
    expect(token).toBe(8);
  });

  test('the last process that stops leaves the feeds to them at once', async () => {
    const { join, settled } = await openCandidates();
    const first = await join('first');
    const second = await join('second');
    await settled('first', 'second');
    await first.stop();
    expect(await takeWholeFeed(second.db, { exchange: 'FMP', owner: 'old' })).toBeNull();
    await second.stop();
    expect(await takeWholeFeed(second.db, { exchange: 'FMP', owner: 'old' })).toBe(2);
  });
});

describe.each(DATABASE_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);
  const FMP = { exchange: 'FMP', group: 0 } as const;
  const pair = [FMP, { exchange: 'Bitfinex', group: 3 }] as const;
  beforeEach(async () => {
    const tables = ['ingest_processes', 'feed_group_leases', 'feed_leases'] as const;
    for (const table of tables) await database.db.deleteFrom(table).execute();
  });

  async function join(id: string, leaseMs = 60_000) {
    const { db } = database;
    const options = { leaseMs, formerId: null, isAlone: false };
    await register(db, { id, processId: `process ${id}` }, options);
    return {
      renew: () => renew(db, id, 60_000),
      take: async () =>
        (await takeGroups(db, id, pair, 60_000)).map(({ groupToken }) => groupToken),
    };
  }

  test('a group has one owner until it is given back or its owner ends; every owner raises its token', async () => {
    const { db } = database;
    const first = await join('first');
    const second = await join('second');
    expect(await first.take()).toEqual([1, 1]);
    expect(await second.take()).toEqual([]);
    await releaseGroups(db, 'second', [{ ...FMP, groupToken: 1 }]);
    await releaseGroups(db, 'first', [{ ...FMP, groupToken: 9 }]);
    expect(await second.take()).toEqual([]);
    await releaseGroups(db, 'first', [{ ...FMP, groupToken: 1 }]);
    expect(await second.take()).toEqual([2]);
    expect(await isNewestLease(db, { ...FMP, token: 1, groupToken: 2 })).toBe(true);
    expect(await isNewestLease(db, { ...FMP, token: 1, groupToken: 1 })).toBe(false);
    expect(await isNewestLease(db, { ...FMP, token: 0, groupToken: 2 })).toBe(false);
  });

  test('a registration that nobody renewed ends: its groups are free, and it cannot be renewed or take any', async () => {
    const killed = await join('killed', 300);
    const other = await join('other');
    await killed.take();
    expect((await other.renew()).processIds.toSorted()).toEqual([
      'process killed',
      'process other',
    ]);
    await eventually(async () =>
      expect((await other.renew()).processIds).toEqual(['process other']),
    );
    expect((await other.renew()).groups.map(({ owner }) => owner)).toEqual([null, null]);
    expect((await killed.renew()).isRegistered).toBe(false);
    await expect(killed.take()).rejects.toThrow();
    expect(await other.take()).toEqual([2, 2]);
  });

  test('a process that is alone with its database does not wait for one that was killed', async () => {
    const killed = await join('killed');
    await killed.take();
    const options = { leaseMs: 60_000, formerId: null, isAlone: true };
    await register(database.db, { id: 'next', processId: 'next' }, options);
    expect(await takeGroups(database.db, 'next', pair, 60_000)).toHaveLength(2);
  });

  test('of concurrent candidates one becomes the owner', async () => {
    const candidates = await Promise.all(
      Array.from({ length: 8 }, (_, index) => join(`candidate ${index}`)),
    );
    const taken = await Promise.all(candidates.map(({ take }) => take()));
    expect(taken.flat()).toEqual([1, 1]);
  });
});
