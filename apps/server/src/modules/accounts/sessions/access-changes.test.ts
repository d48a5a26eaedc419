import { endAllSessions, getAccount } from '@moneytrail/contract';
import type { Kysely, Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../../db/index.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { addUser, signIn } from '../testing/people.ts';
import { openBrowser, SECOND, startAccounts, type TestServer } from '../testing/start-accounts.ts';
import { READ_EVERY_MS } from './access-changes.ts';

type Columns = Updateable<Database['users']>;

describe.each(USUAL_KINDS)('C22, C70: rights that change, on %s', (kind) => {
  let server: TestServer;
  let replica: TestServer;
  let db: Kysely<Database>;
  let told: string[][];
  beforeAll(async () => {
    server = await startAccounts(kind);
    // A second process on the same database, and no bus between the two.
    replica = await startAccounts(kind, {}, server);
    db = server.database.db;
    told = [];
    replica.accounts.onChange((userIds) => told.push([...userIds]));
    await replica.accounts.accessChanges.read();
  });
  afterAll(async () => {
    await replica.close();
    await server.close();
  });

  /** The users reported to the other process while `work` runs. */
  const toldOf = async (work: () => Promise<unknown>) => {
    told.length = 0;
    await work();
    await replica.accounts.accessChanges.read();
    return told;
  };
  const change = (id: string, columns: Columns) =>
    db.updateTable('users').set(columns).where('id', '=', id).execute();

  test('sessions that end in one process have ended in the other, without a notice', async () => {
    const user = await addUser(server);
    const { browser, token } = await signIn(server, user);
    const elsewhere = openBrowser(replica.app);
    const statusThere = async () => (await elsewhere.call(getAccount, { token })).status;
    expect(await statusThere()).toBe(200);
    await browser.call(endAllSessions, { params: { id: user.id }, token });
    await replica.accounts.accessChanges.read();
    expect(await statusThere()).toBe(401);
  });

  test('the other process looks by itself', async () => {
    // The streams of a revoked key end within a second, without a notice too.
    expect(READ_EVERY_MS).toBeLessThan(SECOND);
    const user = await addUser(server);
    await replica.accounts.accessChanges.start();
    await change(user.id, { access_revoked: true });
    await vi.waitFor(() => expect(told.flat()).toContain(user.id), { timeout: 60_000 });
  });

  test.each<[what: string, columns: Columns]>([
    ['the password', { password_hash: 'another' }],
    ['approval', { is_approved: false }],
    ['access', { access_revoked: true }],
    ['deletion', { deleted_at_ms: 1 }],
    ['the role', { is_super_admin: true }],
    ['the type', { user_type: 'commercial' }],
    ['the payment', { has_paid: true, payment_valid_until: '2099-01-01' }],
    ['the override', { has_subscription_override: true }],
    ['a feed', { is_bvg_allowed: false }],
    ['a permission', { is_detailed_summary_allowed: true }],
    ['a suspended seat', { seat_suspended_by_parent: true }],
  ])('%s is told, of a main account together with its sub-users', async (_what, columns) => {
    const user = await addUser(server);
    const seat = await addUser(server, { parent_user_id: user.id });
    const found = await toldOf(() => change(user.id, columns));
    expect(found).toHaveLength(1);
    expect(found[0]?.toSorted()).toEqual([user.id, seat.id].sort());
  });

  test('changes of name or phone are not reported, nor is anything rolled back', async () => {
    const user = await addUser(server);
    expect(await toldOf(() => change(user.id, { first_name: 'Bea' }))).toEqual([]);
    const failing = () =>
      db
        .transaction()
        .execute(async (trx) => {
          await trx
            .updateTable('users')
            .set({ is_approved: false })
            .where('id', '=', user.id)
            .execute();
          throw new Error('taken back');
        })
        .catch(() => undefined);
    expect(await toldOf(failing)).toEqual([]);
  });

  test('a change committed after a later one is still reported, and each only once', async () => {
    const [slow, quick] = [await addUser(server), await addUser(server)];
    const trx = await db.startTransaction().execute();
    await trx.updateTable('users').set({ is_approved: false }).where('id', '=', slow.id).execute();
    if (kind === 'postgres') {
      expect(await toldOf(() => change(quick.id, { is_approved: false }))).toEqual([[quick.id]]);
    }
    expect(await toldOf(() => trx.commit().execute())).toEqual([[slow.id]]);
    expect(await toldOf(async () => undefined)).toEqual([]);
  });
});
