import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseHandle } from '../../db/index.ts';
import { DATABASE_KINDS, openTestDatabase } from '../../db/testing/test-database.ts';
import { runJob } from '../../jobs/testing/run-job.ts';
import { isNewestLease, releaseLease, takeLease } from './lease.ts';
import { issueTicket, liveJobs, redeemTicket } from './stream/tickets.ts';
import { addSession } from './testing/add-session.ts';
import { eventually } from './testing/eventually.ts';

describe.each(DATABASE_KINDS)('on %s', (kind) => {
  let database: DatabaseHandle;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test('a ticket is redeemed once, by whichever process, however many try at once', async () => {
    const deps = { db: database.db, clock: { now: () => 1_000 } };
    await addSession(database.db, 'session-1');
    const { ticket, expiresAtMs } = await issueTicket(deps, 'session-1');
    expect(expiresAtMs).toBe(31_000);
    const tries = await Promise.all(Array.from({ length: 10 }, () => redeemTicket(deps, ticket)));
    expect(tries.filter((redeemed) => redeemed !== null)).toEqual([{ sessionId: 'session-1' }]);
  });

  test("C31: a ticket lives 30 s, an anonymous visitor's too, and is not kept as it is", async () => {
    let nowMs = 1_000;
    const deps = { db: database.db, clock: { now: () => nowMs } };
    const [inTime, late] = [await issueTicket(deps, null), await issueTicket(deps, null)];
    const kept = await database.db.selectFrom('stream_tickets').select('hash').execute();
    expect(kept.map(({ hash }) => hash)).not.toContain(inTime.ticket);
    nowMs = 30_999;
    expect(await redeemTicket(deps, inTime.ticket)).toEqual({ sessionId: null });
    nowMs = 31_000;
    expect(await redeemTicket(deps, late.ticket)).toBeNull();
  });

  test('tickets that were never used do not pile up, and those that may still be used stay', async () => {
    const { db } = database;
    await db.deleteFrom('stream_tickets').execute();
    const at = (nowMs: number) => ({ db, clock: { now: () => nowMs } });
    for (let turn = 0; turn < 5; turn++) await issueTicket(at(100_000), null);
    const { ticket } = await issueTicket(at(120_000), null);
    await runJob(liveJobs(at(130_000)), 'live.remove-stale-tickets');
    const left = await db.selectFrom('stream_tickets').select('hash').execute();
    expect(left).toHaveLength(1);
    expect(await redeemTicket(at(130_000), ticket)).toEqual({ sessionId: null });
  });

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

  test('of many candidates at once one becomes the owner', async () => {
    const owners = Array.from({ length: 8 }, (_, index) => `candidate ${index}`);
    const lease = { exchange: 'Tiingo', leaseMs: 60_000 } as const;
    const taken = await Promise.all(
      owners.map((owner) => takeLease(database.db, { ...lease, owner })),
    );
    expect(taken.filter((token) => token !== null)).toEqual([1]);
  });
});
