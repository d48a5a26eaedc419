import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseHandle } from '../../../db/index.ts';
import { DATABASE_KINDS, openTestDatabase } from '../../../db/testing/test-database.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { addSession } from '../testing/add-session.ts';
import { issueTicket, liveJobs, redeemTicket } from './tickets.ts';

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
});
