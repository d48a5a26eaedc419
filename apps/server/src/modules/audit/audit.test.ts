import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseHandle } from '../../db/index.ts';
import { openTestDatabase, silentLog, USUAL_KINDS } from '../../db/testing/test-database.ts';
import { insertUser } from '../accounts/profile/user-store.ts';
import { newUser } from '../accounts/registration/new-user.ts';
import { type AuditEntry, entryHash } from './entry.ts';
import { type Audit, createAudit, type DamageKind } from './index.ts';

const NOW = Date.now();
const SECRET = 'a secret for tests that is long enough';

describe.each(USUAL_KINDS)('the record, on %s', (kind) => {
  let database: DatabaseHandle;
  let audit: Audit;
  let nowMs = NOW;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    audit = createAudit({
      db: database.db,
      clock: { now: () => nowMs },
      log: silentLog,
      secret: SECRET,
    });
  });
  afterAll(() => database.close());

  /** Disables the triggers, like an intruder with the database owner's role. */
  const tamper = async (statements: readonly string[]) => {
    const guards = (state: string) =>
      ['audit_entries', 'audit_head'].map((table) => `alter table ${table} ${state} trigger user`);
    for (const statement of [...guards('disable'), ...statements, ...guards('enable')]) {
      await sql.raw(statement).execute(database.db);
    }
  };
  const beginAnew = () => tamper(['truncate audit_entries, audit_head']);
  const append = (action: string, more: Partial<AuditEntry> = {}, atMs = NOW) => {
    nowMs = atMs;
    return audit.record({
      action,
      actorId: null,
      subjectId: null,
      before: { isApproved: false },
      after: { isApproved: true },
      reason: 'asked by phone',
      address: '203.0.113.7',
      deviceId: 'device',
      requestId: 'req-1',
      ...more,
    });
  };
  test('C55: entries keep actor, subject, action, origin and time, each with its predecessor’s hash', async () => {
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
      actor_id: null,
      subject_id: null,
      action: 'one',
      before: '{"isApproved":false}',
      after: '{"isApproved":true}',
      reason: 'asked by phone',
      previous_hash: '0'.repeat(64),
    });
    expect(two?.previous_hash).toBe(one?.hash);
    expect(await audit.check()).toEqual({
      isIntact: true,
      checkedEntries: 2,
      lastSeq: 2,
      lastHash: two?.hash,
      damages: [],
    });
  });

  test('C55: entries written at the same time form one chain without a gap', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => append(`parallel ${index}`)));
    expect(await audit.check()).toMatchObject({
      isIntact: true,
      checkedEntries: 32,
    });
  });

  test('C55: an entry is rolled back with the change it describes', async () => {
    const failing = database.db.transaction().execute(async (trx) => {
      await audit.append(trx, { action: 'x', actorId: null, subjectId: null });
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await audit.check()).toMatchObject({ checkedEntries: 32 });
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
    await beginAnew();
    nowMs = NOW - 800 * 24 * 60 * 60 * 1_000;
    await audit.record({ action: 'old', actorId: null, subjectId: null });
    nowMs = NOW;
    for (const action of ['kept', 'kept too']) {
      await audit.record({ action, actorId: null, subjectId: null });
    }
    await audit.removeAged();
    expect(await audit.check()).toMatchObject({ isIntact: true, checkedEntries: 2 });
  });

  test('C72: whatever a text contains, the chain holds and the entry has what was stored', async () => {
    const texts = fc.string({ unit: 'binary', maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (reason, name) => {
        await append('text', { reason: `${reason}\ud800`, after: { name }, deviceId: name });
        const [entry] = (await audit.list({ limit: 1 })).entries;
        expect(entry?.after).toEqual({ name });
      }),
      { numRuns: process.env.TEST_LONG === 'true' ? 300 : 30 },
    );
    expect(await audit.check()).toMatchObject({ isIntact: true });
  });

  test('entries are found by actor, subject, action and time, page by page', async () => {
    await append('found', {}, NOW + 1_000);
    await append('found', {}, NOW + 2_000);
    await append('found', {}, NOW + 3_000);
    const at = (ms: number) => new Date(NOW + ms).toISOString();
    const first = await audit.list({ action: 'found', limit: 2 });
    expect(first.entries.map((entry) => entry.at)).toEqual([at(3_000), at(2_000)]);
    const rest = await audit.list({ action: 'found', limit: 2, cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ entries: [{ at: at(1_000) }], nextCursor: null });
    const between = { action: 'found', from: at(1_500), to: at(2_000), limit: 9 };
    expect((await audit.list(between)).entries).toHaveLength(1);
    expect((await audit.list({ actorId: 'nobody', limit: 9 })).entries).toEqual([]);
    expect((await audit.list({ subjectId: 'nobody', limit: 9 })).entries).toEqual([]);
  });

  test('entries name the accounts they speak of, and are found by their addresses', async () => {
    const add = (id: string, username: string) => {
      const names = { username, first_name: 'A', last_name: 'B' };
      const rest = { phone_e164: `+2782${id.length}`, password_hash: 'x', is_approved: true };
      const user = newUser(NOW, { ...names, ...rest, user_type: 'retail' });
      return insertUser(database.db, { ...user, id });
    };
    await add('first', 'first@example.org');
    await add('second', 'second@example.org');
    await append('named', { actorId: 'first', subjectId: 'second' });
    await append('named', { actorId: 'second', subjectId: null });
    const named = async (question: object) =>
      (await audit.list({ action: 'named', limit: 9, ...question })).entries;
    expect(await named({ actorId: ' First@Example.org' })).toMatchObject([
      { actorId: 'first', actorName: 'first@example.org', subjectName: 'second@example.org' },
    ]);
    expect(await named({ actorId: 'second' })).toMatchObject([
      { actorName: 'second@example.org', subjectId: null, subjectName: null },
    ]);
    expect(await named({ actorId: 'first', subjectId: 'second@example.org' })).toHaveLength(1);
    expect(await named({ actorId: 'nobody@example.org' })).toEqual([]);
    expect(await named({ actorId: 'SECOND@' })).toHaveLength(1);
    expect(await named({ subjectId: 'a b' })).toHaveLength(1);
    // Not a pattern.
    expect(await named({ actorId: '%' })).toEqual([]);
  });

  test('entries are found by parts of their action and of their instrument', async () => {
    const price = { instrument: 'FMP:BTCUSD' };
    await append('bar.accepted', { before: price, after: price });
    await append('sign-in.code-asked', {});
    await append('access.refused', { after: { asked: { id: 'half \ud800 and \u0000' } } });
    const count = async (question: object) =>
      (await audit.list({ limit: 9, ...question })).entries.length;
    expect(await count({ action: 'Bar: accepted' })).toBe(1);
    expect(await count({ action: 'code asked' })).toBe(1);
    expect(await count({ instrument: 'btc' })).toBe(1);
    expect(await count({ instrument: 'btc', action: 'rejected' })).toBe(0);
  });

  test('entries from before the chain had a key stay part of it', async () => {
    await beginAnew();
    const plain = (seq: number, previous: string) => ({
      seq,
      at_ms: NOW,
      actor_id: null,
      subject_id: null,
      action: `old ${seq}`,
      before: null,
      after: null,
      reason: null,
      address: null,
      device_id: null,
      request_id: null,
      previous_hash: previous,
      is_keyed: false,
    });
    let previous = '0'.repeat(64);
    for (const seq of [1, 2]) {
      const columns = plain(seq, previous);
      previous = entryHash(new Uint8Array(), columns);
      await database.db
        .insertInto('audit_entries')
        .values({ ...columns, hash: previous })
        .execute();
    }
    expect(await audit.check()).toMatchObject({ isIntact: true, checkedEntries: 2 });
    await audit.record({ action: 'keyed', actorId: null, subjectId: null });
    expect(await audit.check()).toMatchObject({ isIntact: true, checkedEntries: 3 });
    const other = createAudit({
      db: database.db,
      clock: { now: () => NOW },
      log: silentLog,
      secret: `another ${SECRET}`,
    });
    expect(await other.check()).toMatchObject({ isIntact: false });
  });

  /** Every way to break the record, each on a record of five entries. */
  test.each<[what: string, statements: string[], kinds: DamageKind[]]>([
    ['a changed entry', ["update audit_entries set reason = 'none' where seq = 3"], ['changed']],
    ['a removed entry', ['delete from audit_entries where seq = 3'], ['removed']],
    ['a cut end', ['delete from audit_entries where seq > 3'], ['end-removed']],
    ['an empty record', ['delete from audit_entries'], ['end-removed']],
    ['a cut start', ['delete from audit_entries where seq < 3'], ['start-removed']],
    ['a removed head', ['delete from audit_head'], ['head-missing']],
    ['a changed head', ['update audit_head set last_seq = 3'], ['head-changed']],
    [
      'a plain hash in the place of a key',
      ["update audit_entries set reason = 'none', is_keyed = false where seq = 3"],
      ['changed'],
    ],
    [
      'a cut end whose head was cut too',
      [
        'delete from audit_entries where seq > 3',
        'update audit_head set last_seq = 3, last_hash = (select hash from audit_entries where seq = 3)',
      ],
      ['head-changed'],
    ],
  ])('C55: %s shows, and still after the next entry', async (_what, statements, kinds) => {
    await beginAnew();
    for (const action of ['a', 'b', 'c', 'd', 'e']) await append(action);
    await tamper(statements);
    const check = await audit.check();
    expect(check.damages.map((damage) => damage.kind)).toEqual(kinds);
    await append('f');
    expect((await audit.check()).isIntact).toBe(false);
  });
});
