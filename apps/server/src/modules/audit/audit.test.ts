import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseHandle } from '../../db/index.ts';
import { DATABASE_KINDS, openTestDatabase } from '../../db/testing/test-database.ts';
import { appendAudit, checkAuditChain } from './index.ts';

const NOW = Date.now();

describe.each(DATABASE_KINDS)('the record, on %s', (kind) => {
  let database: DatabaseHandle;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  const append = (action: string, nowMs = NOW) =>
    database.db.transaction().execute((trx) =>
      appendAudit(
        { trx, nowMs },
        {
          action,
          actorId: 'ana',
          subjectId: 'ben',
          before: { isApproved: false },
          after: { isApproved: true },
          reason: 'asked by phone',
          address: '203.0.113.7',
          deviceId: 'device',
          requestId: 'req-1',
        },
      ),
    );
  /** As an intruder with the database's own role would have to: without the guard. */
  const tamper = async (work: () => Promise<unknown>) => {
    await sql`alter table audit_entries disable trigger all`.execute(database.db);
    await work();
    await sql`alter table audit_entries enable trigger all`.execute(database.db);
  };

  test('C55: entries keep who, whom, what, from where and when, each with the hash of the one before', async () => {
    await append('one');
    await append('two');
    const [one, two] = await database.db
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('seq')
      .execute();
    expect(one).toMatchObject({
      seq: 1,
      at_ms: NOW,
      actor_id: 'ana',
      subject_id: 'ben',
      action: 'one',
      before: '{"isApproved":false}',
      after: '{"isApproved":true}',
      reason: 'asked by phone',
      previous_hash: '0'.repeat(64),
    });
    expect(two?.previous_hash).toBe(one?.hash);
    expect(await checkAuditChain(database.db)).toEqual({
      isIntact: true,
      checkedEntries: 2,
      brokenAt: null,
    });
  });

  test('C55: entries written at the same time form one chain without a gap', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => append(`parallel ${index}`)));
    expect(await checkAuditChain(database.db)).toMatchObject({
      isIntact: true,
      checkedEntries: 32,
    });
  });

  test('C55: an entry goes with the change it tells of', async () => {
    const failing = database.db.transaction().execute(async (trx) => {
      await appendAudit({ trx, nowMs: NOW }, { action: 'x', actorId: null, subjectId: null });
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await checkAuditChain(database.db)).toMatchObject({ checkedEntries: 32 });
  });

  test('C55: the database refuses to change, remove or empty entries', async () => {
    const { db } = database;
    const refused = 'audit entries are only ever added';
    await expect(db.updateTable('audit_entries').set({ action: 'y' }).execute()).rejects.toThrow(
      refused,
    );
    await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow(refused);
    await expect(sql`truncate audit_entries`.execute(db)).rejects.toThrow(refused);
  });

  test('C55: entries older than 24 months may go, and what remains is still a chain', async () => {
    const { db } = database;
    const old = NOW - 800 * 24 * 60 * 60 * 1_000;
    await tamper(() => db.deleteFrom('audit_entries').execute());
    await append('old', old);
    await append('kept');
    await append('kept too');
    await db
      .deleteFrom('audit_entries')
      .where('at_ms', '<', NOW - 1)
      .execute();
    expect(await checkAuditChain(db)).toMatchObject({ isIntact: true, checkedEntries: 2 });
  });

  test.each([
    ['changed', "update audit_entries set reason = 'none'"],
    ['removed', 'delete from audit_entries'],
  ])('C55: an entry that was %s breaks the chain', async (_case, statement) => {
    for (const action of ['a', 'b', 'c']) await append(action);
    const rows = await database.db
      .selectFrom('audit_entries')
      .select('seq')
      .orderBy('seq')
      .execute();
    const middle = rows.at(-2)?.seq ?? 0;
    await tamper(() => sql`${sql.raw(statement)} where seq = ${middle}`.execute(database.db));
    const check = await checkAuditChain(database.db);
    expect(check.isIntact).toBe(false);
    expect([middle, middle + 1]).toContain(check.brokenAt);
    await tamper(() => database.db.deleteFrom('audit_entries').execute());
  });
});
