import { randomUUID } from 'node:crypto';
import { approveUser, deleteUser, login, register, setUserAccess } from '@moneytrail/contract';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../db/index.ts';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { runJob } from '../../../jobs/testing/run-job.ts';
import { storePlans } from '../../billing/payments-store.ts';
import { insertSubscription } from '../../billing/subscriptions-store.ts';
import { accountJobs } from '../jobs.ts';
import { findUserByName, setStanding, type UserRow } from '../profile/user-store.ts';
import { addUser, PASSWORD, signIn } from '../testing/people.ts';
import { DAY, openBrowser, startAccounts, type TestServer } from '../testing/start-accounts.ts';
import { eraseDeleted, PERSONAL_COLUMNS } from './erase-deleted.ts';

const PERSONAL = {
  username: 'ouma.grietjie@huis.example',
  first_name: 'Grietjie',
  last_name: 'Ouwerkerk',
  phone_e164: '+27829990017',
  trading_view_username: 'grietjie_trades',
  date_of_birth: '1961-07-09',
  payment_details: 'EFT of G. Ouwerkerk',
} as const;
const NOTHING_ENDS = new AbortController().signal;
const NEVER = { trial_ends_ms: null, end_ms: null, renews_ms: null, lemon_status: null };

/** Every table of the database, those of the queues too, with what it holds as one text. */
async function contents(db: Kysely<Database>): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(db);
  const found = new Map<string, string>();
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(it::text, ' ') as text from ${sql.table(`${schema}.${name}`)} as it`.execute(
      db,
    );
    found.set(name, rows[0]?.text ?? '');
  }
  return found;
}

const holding = (all: ReadonlyMap<string, string>, text: string) =>
  [...all].flatMap(([name, content]) => (content.includes(text) ? [name] : [])).toSorted();

describe.each(USUAL_KINDS)('C53: erasing deleted accounts, on %s', (kind) => {
  let server: TestServer;
  let db: Kysely<Database>;
  beforeAll(async () => {
    server = await startAccounts(kind);
    db = server.database.db;
    const price = { amountCents: 2_999, currency: 'USD', trialDays: null, isOffered: true };
    const plan = { id: 'P-1', name: 'Monthly', description: 'All sources', ...price };
    await storePlans(db, 'paypal', [{ ...plan, interval: 'MONTH' }]);
  });
  afterAll(() => server.close());

  const run = () => runJob(accountJobs(server.accounts.services), 'accounts.erase-deleted');
  /** An administrator who signed in a moment ago, as deleting demands. */
  const newAdmin = async () =>
    signIn(server, await addUser(server, { user_type: 'commercial', is_super_admin: true }));
  async function remove(...users: readonly UserRow[]): Promise<void> {
    const { browser, token } = await newAdmin();
    for (const { id } of users) {
      const body = { reason: 'Asked for it' };
      const { status } = await browser.call(deleteUser, { params: { id }, token, body });
      expect(status).toBe(200);
    }
  }

  /** An alert that has fired, with every way on which it is told. */
  async function addAlert(userId: string): Promise<void> {
    const nowMs = server.clock.now();
    const made = { user_id: userId, created_at_ms: nowMs };
    const { id: instrument_id } = await db
      .insertInto('instruments')
      .values({
        exchange: 'FMP',
        code: randomUUID(),
        description: '',
        listed_name: '',
        listed_value: '',
        type: 'crypto',
        market_hours: 'crypto',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: alert_id } = await db
      .insertInto('alerts')
      .values({
        ...made,
        instrument_id,
        create_key: randomUUID(),
        definition: '{}',
        state: 'active',
        revision: 1,
        activation: 1,
        activated_ms: nowMs,
        changed_ms: nowMs,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const told = { name: '', symbol: '', resolution: '', text: '', message: '', price: 1 };
    const { id: firing_id } = await db
      .insertInto('alert_firings')
      .values({
        ...told,
        alert_id,
        user_id: userId,
        occurrence: '1 once',
        time_ms: nowMs,
        bar_time: nowMs,
        stored_at_ms: nowMs,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const delivery = { ...made, firing_id, channel: 'mail', state: 'waiting' } as const;
    await db.insertInto('alert_deliveries').values(delivery).execute();
    const webhook = { ...made, name: 'Desk', url: 'https://hooks.example/', secret: Buffer.of(1) };
    await db.insertInto('webhooks').values(webhook).execute();
    const browser = { endpoint: `https://push.example/${userId}`, p256dh: 'x', auth: 'y' };
    await db
      .insertInto('push_subscriptions')
      .values({ ...made, ...browser })
      .execute();
  }

  /** A user with a row in every table that can name a person. */
  async function addTraces(user: UserRow): Promise<void> {
    const nowMs = server.clock.now();
    await signIn(server, user);
    const sub = await addUser(server, { user_type: 'commercial', parent_user_id: user.id });
    await db
      .insertInto('reset_tokens')
      .values({
        token_hash: Buffer.from(user.id),
        user_id: user.id,
        expires_ms: 1,
        used_at_ms: null,
      })
      .execute();
    const invite = { created_at_ms: nowMs, expires_at_ms: nowMs + DAY, revoked_at_ms: null };
    await db
      .insertInto('seat_invites')
      .values([
        {
          id: 'theirs',
          parent_user_id: user.id,
          token_hash: Buffer.from('1'),
          ...invite,
          accepted_at_ms: null,
          accepted_by_id: null,
        },
        {
          id: 'taken',
          parent_user_id: sub.id,
          token_hash: Buffer.from('2'),
          ...invite,
          accepted_at_ms: nowMs,
          accepted_by_id: user.id,
        },
      ])
      .execute();
    await db
      .insertInto('api_keys')
      .values({
        id: randomUUID(),
        user_id: user.id,
        name: 'Report',
        scopes: 'prices:read',
        networks: '',
        created_at_ms: nowMs,
        ends_at_ms: null,
        last_used_at_ms: null,
      })
      .execute();
    await db
      .insertInto('layouts')
      .values({ user_id: user.id, revision: 1, created_at_ms: nowMs })
      .execute();
    const template = { tool: '', name: 'Mine', content: '{}', content_bytes: 2 };
    await db
      .insertInto('chart_templates')
      .values({ user_id: user.id, ...template, saved_at_ms: nowMs })
      .execute();
    await db
      .insertInto('chart_keys')
      .values({ user_id: user.id, keys: '[]', revision: 1 })
      .execute();
    await db
      .insertInto('watchlists')
      .values({
        user_id: user.id,
        create_key: randomUUID(),
        name: 'Mine',
        colour: null,
        entries: '[]',
        place: 1,
        revision: 1,
        changed_at_ms: nowMs,
      })
      .execute();
    await db
      .insertInto('journal_notes')
      .values({
        user_id: user.id,
        create_key: randomUUID(),
        symbol: 'FMP:BTC/USD',
        resolution: '1D',
        bar_ms: 0,
        drawing: null,
        text: 'Mine',
        revision: 1,
        created_at_ms: nowMs,
        changed_at_ms: nowMs,
      })
      .execute();
    await db
      .insertInto('screens')
      .values({
        user_id: user.id,
        create_key: randomUUID(),
        name: 'Mine',
        definition: '{}',
        revision: 1,
        changed_at_ms: nowMs,
      })
      .execute();
    await db
      .insertInto('asked_studies')
      .values({ user_id: user.id, study: 'sma', resolution: '1D', asked_at_ms: nowMs })
      .execute();
    await db
      .insertInto('rule_tests')
      .values({
        user_id: user.id,
        asked: '{}',
        instrument_ids: [1],
        locked: 0,
        asked_at_ms: nowMs,
        state: 'waiting',
        asked_hash: '',
      })
      .execute();
    await addAlert(user.id);
    await setStanding(db, user.id, {
      display_name: 'Monthly',
      plan: 'MONTHLY',
      is_active: true,
      provider: 'paypal',
      ...NEVER,
      start_ms: nowMs,
      paypal_status: 'ACTIVE',
    });
    await insertSubscription(db, {
      id: 'paid',
      user_id: user.id,
      plan_id: 'P-1',
      provider: 'paypal',
      provider_id: 'I-paid',
      state: 'cancelled',
      status: 'CANCELLED',
      asked_at_ms: nowMs,
      returned_at_ms: nowMs,
      start_ms: nowMs,
      trial_ends_ms: null,
      paid_until_ms: nowMs,
      ends_ms: nowMs,
      failed_since_ms: null,
      amount_cents: 2_999,
      currency: 'USD',
      end_noticed_ms: null,
      missing_since_ms: null,
      read_at_ms: null,
    });
    await db
      .insertInto('webhook_events')
      .values({
        provider: 'paypal',
        key: 'WH-1',
        type: 'X',
        subscription_id: 'I-paid',
        user_id: user.id,
        received_at_ms: nowMs,
        applied_at_ms: nowMs,
      })
      .execute();
  }

  test('every column that names a person is known to the erasure', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select cls.relname as table, att.attname as column
      from pg_constraint as con
      join pg_class as cls on cls.oid = con.conrelid
      join pg_attribute as att on att.attrelid = con.conrelid and att.attnum = any (con.conkey)
      where con.contype = 'f' and con.confrelid = 'users'::regclass
      union
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'character varying', 'uuid')
        and column_name ~ '(^|_)(user|users|actor|subject|owner|parent|person|member|account|author|creator|by)(_user)?(_id|_ids)$'`.execute(
      db,
    );
    const known = PERSONAL_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    const found = rows.map(({ table, column }) => `${table}.${column}`);
    expect([...found, 'users.id'].toSorted()).toEqual(known.toSorted());
  });

  test('after fourteen days only the data kept for a reason is left of a person', async () => {
    const user = await addUser(server, { ...PERSONAL, gender: 'Female', user_type: 'commercial' });
    await addTraces(user);
    const before = await contents(db);
    const listed = new Set(PERSONAL_COLUMNS.map(({ table }) => table));
    // The list matches the columns that name the person, so the next lines are conclusive.
    expect(holding(before, user.id)).toEqual([...listed].toSorted());
    for (const text of Object.values(PERSONAL)) expect(holding(before, text)).toContain('users');
    expect(holding(before, PERSONAL.phone_e164)).toContain('demo_mailbox');

    await remove(user);
    server.clock.add(14 * DAY - 1);
    await run();
    expect(holding(await contents(db), PERSONAL.username)).toContain('users');
    server.clock.add(1);
    await run();

    const after = await contents(db);
    for (const text of Object.values(PERSONAL))
      expect([text, holding(after, text)]).toEqual([text, []]);
    const kept = PERSONAL_COLUMNS.flatMap(({ table, act }) =>
      typeof act === 'string' ? [] : [table],
    );
    expect(holding(after, user.id)).toEqual([...new Set(kept)].toSorted());
    expect(server.logged.join('\n')).not.toContain(PERSONAL.username);
    const entries = await db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', user.id)
      .where('action', 'like', 'account.%')
      .orderBy('seq')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['account.deleted', 'account.erased']);
    expect(entries.at(-1)?.actor_id).toBeNull();
    expect((await server.accounts.services.audit.check()).isIntact).toBe(true);
  });

  test('an erased account cannot be brought back, and its address is free', async () => {
    const user = await addUser(server, { username: 'again@example.com' });
    await remove(user);
    server.clock.add(14 * DAY);
    await run();
    const { browser, token } = await newAdmin();
    const ask = async (endpoint: typeof approveUser | typeof setUserAccess, body?: object) =>
      (await browser.call(endpoint, { params: { id: user.id }, token, ...(body ? { body } : {}) }))
        .status;
    expect(await ask(approveUser)).toBe(404);
    expect(await ask(setUserAccess, { accessRevoked: false })).toBe(404);
    await expect(
      db.updateTable('users').set({ deleted_at_ms: null }).where('id', '=', user.id).execute(),
    ).rejects.toThrow('users_erased');
    const visitor = openBrowser(server.app);
    const enter = (username: string) =>
      visitor.call(login, { body: { username, password: PASSWORD, deviceId: visitor.deviceId } });
    expect((await enter('again@example.com')).status).toBe(401);
    expect((await enter(`erased:${user.id}`)).status).toBe(400);
    const { status } = await visitor.call(register, {
      body: {
        firstName: 'Ana',
        lastName: 'Nuwe',
        email: 'again@example.com',
        password: 'N3w-Secret',
        phone: '0825550100',
        phoneCountry: 'ZA',
        userType: 'retail',
        gender: 'Female',
        dateOfBirth: '1990-01-01',
      },
    });
    expect(status).toBe(201);
    expect((await findUserByName(db, 'again@example.com'))?.id).not.toBe(user.id);
  });

  test('a run that ends in the middle is gone on with, and none is erased twice', async () => {
    const users = [await addUser(server), await addUser(server), await addUser(server)];
    await remove(...users);
    server.clock.add(14 * DAY);
    const ending = new AbortController();
    const { services } = server.accounts;
    const audit = {
      ...services.audit,
      append: async (...given: Parameters<typeof services.audit.append>) => {
        await services.audit.append(...given);
        ending.abort();
      },
    };
    await expect(eraseDeleted({ ...services, audit }, ending.signal)).rejects.toThrow();
    const erased = async () => {
      const { count } = await db
        .selectFrom('audit_entries')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('action', '=', 'account.erased')
        .where(
          'subject_id',
          'in',
          users.map(({ id }) => id),
        )
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    expect(await erased()).toBe(1);
    await Promise.all([run(), run()]);
    expect(await erased()).toBe(3);
  });

  test('a failure half-way leaves an account unchanged and does not stop the others', async () => {
    const broken = await addUser(server, { username: 'broken@example.com' });
    const other = await addUser(server, { username: 'other@example.com' });
    await remove(broken, other);
    server.clock.add(14 * DAY);
    const { services } = server.accounts;
    const audit = {
      ...services.audit,
      append: async (...given: Parameters<typeof services.audit.append>) => {
        if (given[1].subjectId === broken.id) throw new Error('the record is away');
        await services.audit.append(...given);
      },
    };
    await expect(eraseDeleted({ ...services, audit }, NOTHING_ENDS)).rejects.toThrow('1 deleted');
    const all = await contents(db);
    expect(holding(all, 'broken@example.com')).toContain('users');
    expect(holding(all, 'other@example.com')).toEqual([]);
    await run();
    expect(holding(await contents(db), 'broken@example.com')).toEqual([]);
  });
});
