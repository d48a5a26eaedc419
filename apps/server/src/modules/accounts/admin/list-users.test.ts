import { listUsers, type ManagedUser } from '@moneytrail/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { setStanding } from '../profile/user-store.ts';
import { addUser, type SignedIn, signIn } from '../testing/people.ts';
import { DAY, startAccounts, type TestServer } from '../testing/start-accounts.ts';

describe.each(USUAL_KINDS)('the list of users, on %s', (kind) => {
  let server: TestServer;
  let admin: SignedIn;
  beforeAll(async () => {
    server = await startAccounts(kind);
    const confirmed = { email_confirmed_at_ms: 1 };
    const row = await addUser(server, {
      username: 'zoe.admin@example.com',
      first_name: 'Zoë',
      last_name: 'Zulu',
      user_type: 'commercial',
      is_super_admin: true,
      ...confirmed,
    });
    server.clock.add(DAY);
    const firm = await addUser(server, {
      username: 'main@firm.example',
      first_name: 'Mia',
      last_name: 'Main',
      user_type: 'commercial',
      has_paid: true,
      payment_valid_until: '2026-04-01',
      max_seats: 3,
      ...confirmed,
    });
    server.clock.add(DAY);
    await addUser(server, {
      username: 'sub@firm.example',
      first_name: 'Sue',
      last_name: 'Sub',
      user_type: 'commercial',
      parent_user_id: firm.id,
      ...confirmed,
    });
    server.clock.add(DAY);
    await addUser(server, {
      username: 'late@firm.example',
      first_name: 'Lea',
      last_name: 'Late',
      user_type: 'commercial',
      has_paid: true,
      payment_valid_until: '2026-03-02',
      access_revoked: true,
    });
    server.clock.add(DAY);
    const paying = await addUser(server, { username: 'paying@example.com', last_name: 'Paying' });
    await setStanding(server.database.db, paying.id, {
      display_name: 'Monthly',
      plan: 'MONTHLY',
      is_active: true,
      is_in_trial: false,
      is_processing: false,
      is_past_due: false,
      is_paused: false,
      provider: 'paypal',
      start_ms: server.clock.now(),
      trial_ends_ms: null,
      end_ms: null,
      renews_ms: Date.parse('2026-03-20T23:30:00Z'),
      paypal_status: 'ACTIVE',
      lemon_status: null,
    });
    server.clock.add(DAY);
    await addUser(server, { username: '100%@example.com', first_name: 'Per', last_name: 'Cent' });
    await addUser(server, {
      username: 'waits@example.com',
      first_name: 'Will',
      last_name: 'Waits',
      is_approved: false,
      ...confirmed,
    });
    server.clock.add(DAY);
    await addUser(server, {
      username: 'new@example.com',
      first_name: 'Nel',
      last_name: 'New',
      is_approved: false,
    });
    const gone = await addUser(server, { username: 'gone@example.com' });
    await server.database.db
      .updateTable('users')
      .set({ deleted_at_ms: server.clock.now() })
      .where('id', '=', gone.id)
      .execute();
    admin = await signIn(server, row);
  });
  afterAll(() => server.close());

  const ask = (query: Record<string, string>) =>
    admin.browser.call(
      { method: 'GET', path: `${listUsers.path}?${new URLSearchParams(query)}` },
      { token: admin.token },
    );
  const page = async (query: Record<string, string> = {}) => {
    const { status, body } = await ask(query);
    expect(status).toBe(200);
    return listUsers.response.parse(body);
  };
  const names = (entries: readonly ManagedUser[]) =>
    entries.map(({ username }) => username.split('@')[0]);
  const listed = async (query: Record<string, string> = {}) => names((await page(query)).entries);

  test('pending accounts come first, then the newest; deleted ones are left out', async () => {
    expect(await listed()).toEqual([
      'waits',
      'new',
      '100%',
      'paying',
      'late',
      'sub',
      'main',
      'zoe.admin',
    ]);
  });

  test('each column sorts both ways, those without a day stand last in either', async () => {
    const both = async (sort: string) => [
      await listed({ sort }),
      await listed({ sort, direction: 'desc' }),
    ];
    const reversed = ([up = [], down = []]: (string | undefined)[][]) => {
      expect(down).toEqual(up.toReversed());
      return up;
    };
    expect(reversed(await both('name'))).toEqual([
      'paying',
      'late',
      'main',
      'new',
      '100%',
      'sub',
      'waits',
      'zoe.admin',
    ]);
    expect(reversed(await both('username'))[0]).toBe('100%');
    expect(reversed(await both('type')).slice(0, 4)).toEqual(['late', 'main', 'sub', 'zoe.admin']);
    expect(reversed(await both('status'))).toEqual([
      'waits',
      'new',
      'paying',
      'main',
      '100%',
      'sub',
      'zoe.admin',
      'late',
    ]);
    expect(reversed(await both('created'))[0]).toBe('zoe.admin');
    const [soonest, latest] = await both('payment');
    expect(soonest?.slice(0, 4)).toEqual(['late', 'paying', 'main', 'sub']);
    expect(latest?.slice(0, 4)).toEqual(['sub', 'main', 'paying', 'late']);
  });

  test('people are found without their accents, and by their phone as it is typed', async () => {
    const found = async (search: string) => names((await page({ search })).entries);
    const elodie = await addUser(server, {
      username: 'e.noel@example.com',
      first_name: 'Élodie',
      last_name: 'Noël-Øster',
      phone_e164: '+27829876543',
    });
    for (const search of ['elodie', 'ÉLODIE noel', 'e\u0301lodie', 'oster', '+27 82 987 6543']) {
      expect([search, await found(search)]).toEqual([search, ['e.noel']]);
    }
    expect(await found('082 987 6543')).toEqual(['e.noel']);
    expect(await found('zoe')).toEqual(['zoe.admin']);
    expect(await found('0829876544')).toEqual([]);
    await server.database.db.deleteFrom('users').where('id', '=', elodie.id).execute();
  });

  test('pages continue in every sort order, even if accounts are added in between', async () => {
    for (const sort of ['attention', 'name', 'username', 'type', 'status', 'payment', 'created']) {
      for (const direction of ['asc', 'desc']) {
        const whole = await listed({ sort, direction });
        const seen: (string | undefined)[] = [];
        let cursor: string | null = null;
        do {
          const query = { sort, direction, limit: '3', ...(cursor === null ? {} : { cursor }) };
          const next = await page(query);
          expect(next.total).toBe(cursor === null ? whole.length : null);
          seen.push(...names(next.entries));
          cursor = next.nextCursor;
        } while (cursor !== null);
        expect(seen).toEqual(whole);
      }
    }
    const first = await page({ sort: 'name', limit: '3' });
    const newcomer = await addUser(server, { first_name: 'Aaron', last_name: 'Aaronson' });
    const second = await page({
      sort: 'name',
      limit: '3',
      cursor: first.nextCursor ?? '',
    });
    expect(names(second.entries)).toEqual(['new', '100%', 'sub']);
    await server.database.db.deleteFrom('users').where('id', '=', newcomer.id).execute();
  });

  test('a page deep in the list begins after those that are left out, and goes on by its cursor', async () => {
    const whole = await listed({ sort: 'name' });
    const deep = await page({ sort: 'name', skip: '3', limit: '2' });
    expect(names(deep.entries)).toEqual(whole.slice(3, 5));
    expect(deep.total).toBe(whole.length);
    const next = { sort: 'name', limit: '2', cursor: deep.nextCursor ?? '' };
    expect(await listed(next)).toEqual(whole.slice(5, 7));
    const beyond = await page({ sort: 'name', skip: '100' });
    expect([beyond.entries, beyond.nextCursor, beyond.total]).toEqual([[], null, whole.length]);
    expect((await ask({ skip: '-1' })).status).toBe(400);
  });

  test('words are looked for in name and username, without regard to case', async () => {
    expect(await listed({ search: 'FIRM.example' })).toEqual(['late', 'sub', 'main']);
    expect(await listed({ search: ' waits  will ' })).toEqual(['waits']);
    expect(await listed({ search: '%' })).toEqual(['100%']);
    expect(await listed({ search: '_' })).toEqual([]);
    expect(await listed({ search: 'gone' })).toEqual([]);
    expect((await page({ search: 'firm', limit: '1' })).total).toBe(3);
  });

  test('filters are for type, status and payment, and count together', async () => {
    expect(await listed({ userType: 'commercial', sort: 'name' })).toEqual([
      'late',
      'main',
      'sub',
      'zoe.admin',
    ]);
    expect(await listed({ status: 'pending' })).toEqual(['waits']);
    expect(await listed({ status: 'unconfirmed' })).toEqual(['new']);
    expect(await listed({ status: 'revoked' })).toEqual(['late']);
    expect(await listed({ payment: 'active', sort: 'name' })).toEqual(['paying', 'main', 'sub']);
    expect(await listed({ payment: 'lapsed' })).toEqual(['late']);
    expect(await listed({ payment: 'none', userType: 'commercial' })).toEqual(['zoe.admin']);
  });

  test('a row shows the last day paid for, for a sub-user its main user’s', async () => {
    const { entries } = await page({ sort: 'payment' });
    const told = entries.map(({ username, validUntil, parentName, maxSeats }) => [
      username.split('@')[0],
      validUntil,
      parentName,
      maxSeats,
    ]);
    expect(told.slice(0, 4)).toEqual([
      ['late', '2026-03-01', null, null],
      ['paying', '2026-03-21', null, null],
      ['main', '2026-03-31', null, 3],
      ['sub', '2026-03-31', 'Mia Main', null],
    ]);
  });

  test('an invalid cursor, or one of another sort order, is refused', async () => {
    const { nextCursor } = await page({ sort: 'status', limit: '1' });
    const wrong = [
      Buffer.from('["a"]').toString('base64url'),
      Buffer.from('["a","b","c","d"]').toString('base64url'),
      Buffer.from('["a\\u0000","b"]').toString('base64url'),
      'x',
      nextCursor ?? '',
    ];
    for (const cursor of wrong) {
      const { status, body } = await ask({ sort: 'name', cursor });
      expect([status, body.message]).toEqual([400, 'cursor: is not valid']);
    }
    const beyond = Buffer.from('[9000000000000,"a","b"]').toString('base64url');
    expect(await listed({ sort: 'status', cursor: beyond })).toEqual([]);
  });
});
