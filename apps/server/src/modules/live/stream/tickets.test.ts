import { describe, expect, test } from 'vitest';
import { DATABASE_KINDS } from '../../../db/testing/test-database.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { addSession } from '../testing/add-session.ts';
import { issueTicket, liveJobs, redeemTicket } from './tickets.ts';

describe.each(DATABASE_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  test('a ticket is redeemed once, however many processes try at once', async () => {
    const deps = { db: database.db, clock: { now: () => 1_000 } };
    await addSession(database.db, 'session-1');
    const { ticket, expiresAtMs } = await issueTicket(deps, 'session-1');
    expect(expiresAtMs).toBe(31_000);
    const tries = await Promise.all(Array.from({ length: 10 }, () => redeemTicket(deps, ticket)));
    expect(tries.filter((redeemed) => redeemed !== null)).toEqual([{ sessionId: 'session-1' }]);
  });

  test("C31: a ticket lives 30 s, an anonymous visitor's too, and is stored only as a hash", async () => {
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

  test('unused tickets are removed, valid ones stay', async () => {
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
