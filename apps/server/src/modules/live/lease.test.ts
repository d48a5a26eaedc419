import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/index.ts';
import { createPostgres, DATABASE_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { createSteadyClock } from '../../steady-clock.ts';
import { holdLease, isNewestLease, releaseLease, takeLease } from './lease.ts';
import { eventually } from './testing/eventually.ts';

const log = pino({ level: 'silent' });
const clock = createSteadyClock({ now: Date.now });
const TIMING = { leaseMs: 900, renewMs: 100 };

/** On PostgreSQL, which several processes can open. */
async function openCandidates() {
  const { url, drop } = await createPostgres();
  onTestFinished(drop);
  const owners = new Set<string>();
  const mostAtOnce = { count: 0 };
  const join = async (owner: string) => {
    const database = await openDatabase({ databaseUrl: url, dataDir: '', log });
    const { db } = database;
    const stop = holdLease({ db, clock, log }, { exchange: 'FMP', owner }, TIMING, () => {
      owners.add(owner);
      mostAtOnce.count = Math.max(mostAtOnce.count, owners.size);
      return async () => {
        owners.delete(owner);
      };
    });
    onTestFinished(async () => {
      await stop();
      await database.close();
    });
    return { stop, cutOff: () => database.close() };
  };
  return { join, owners, mostAtOnce };
}

test('one process owns a feed; when it stops another begins', async () => {
  const { join, owners, mostAtOnce } = await openCandidates();
  const first = await join('first');
  await eventually(() => expect([...owners]).toEqual(['first']));
  await join('second');
  await first.stop();
  await eventually(() => expect([...owners]).toEqual(['second']));
  expect(mostAtOnce.count).toBe(1);
});

test('an owner cut off from the database steps down before another begins', async () => {
  const { join, owners, mostAtOnce } = await openCandidates();
  const first = await join('first');
  await eventually(() => expect([...owners]).toEqual(['first']));
  await join('second');
  await first.cutOff();
  await eventually(() => expect([...owners]).toEqual(['second']));
  expect(mostAtOnce.count).toBe(1);
});

describe.each(DATABASE_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  test('a feed has one owner until its lease ends or is given back; every change raises its token', async () => {
    const { db } = database;
    const take = (owner: string, leaseMs = 60_000) =>
      takeLease(db, { exchange: 'FMP', owner, leaseMs });
    expect([await take('first'), await take('second'), await take('first')]).toEqual([1, null, 1]);
    expect(await takeLease(db, { exchange: 'BVG', owner: 'second', leaseMs: 60_000 })).toBe(1);
    await releaseLease(db, { exchange: 'FMP', token: 9 });
    expect(await take('second')).toBeNull();
    await releaseLease(db, { exchange: 'FMP', token: 1 });
    expect(await take('second', 200)).toBe(2);
    await eventually(async () => expect(await take('first')).toBe(3));
    expect(await take('second')).toBeNull();
    expect(await isNewestLease(db, { exchange: 'FMP', token: 3 })).toBe(true);
    expect(await isNewestLease(db, { exchange: 'FMP', token: 2 })).toBe(false);
  });

  test('of concurrent candidates one becomes the owner', async () => {
    const owners = Array.from({ length: 8 }, (_, index) => `candidate ${index}`);
    const lease = { exchange: 'Tiingo', leaseMs: 60_000 } as const;
    const taken = await Promise.all(
      owners.map((owner) => takeLease(database.db, { ...lease, owner })),
    );
    expect(taken.filter((token) => token !== null)).toEqual([1]);
  });
});
